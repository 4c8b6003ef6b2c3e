package io.snapdsl.engine.diff

import static io.snapdsl.engine.diff.DirectoryContent.file
import static io.snapdsl.engine.diff.DirectoryContent.link
import static io.snapdsl.engine.diff.DirectoryContent.script
import static io.snapdsl.engine.diff.DirectoryContent.utf8

/** Directories with odd names and contents, and random changes of them; the same seed gives the same ones. */
class RandomTrees {
    private static final List<String> NAMES = [
        'a', 'b', 'c', 'a b', ' lead', 'trail ', '-dash', '"quoted"', 'back\\slash', 'tab\t', 'new\nline', utf8('é'), utf8('日本'),
        '\u00ff', 'b\u00c3', '#', '%20', "it's", 'a.txt', 'dev', 'null', '~',
    ]
    private static final List<String> LINES = [
        '', ' ', '}', '{', 'a', 'a\r', '\tb', '- x', '+ y', '--- a/a', '+++ b/a', '@@ -1 +1 @@', 'diff --git a/a b/a',
        '\\ No newline at end of file', '\u00ff', utf8('é'), 'index 0..0', 'rename from a',
    ]

    private final Random random

    RandomTrees(long seed) {
        random = new Random(seed)
    }

    Map<String, List<String>> tree() {
        Map<String, List<String>> tree = [:]
        (2 + random.nextInt(14)).times { put(tree, path(), item()) }
        tree
    }

    Map<String, List<String>> changed(Map<String, List<String>> before) {
        Map<String, List<String>> tree = new LinkedHashMap<>(before)
        (1 + random.nextInt(10)).times { change(tree) }
        tree
    }

    private void change(Map<String, List<String>> tree) {
        if (tree.isEmpty()) {
            put(tree, path(), item())
            return
        }
        String path = pick(tree.keySet() as List)
        List<String> item = tree[path]
        switch (random.nextInt(10)) {
            case 0 -> tree.remove(path)
            case 1 -> put(tree, path, this.item())
            case 2 -> put(tree, this.path(), this.item())
            case 3 -> put(tree, path + '/' + pick(NAMES), random.nextBoolean() ? item : this.item())
            case 4 -> { tree.remove(path); put(tree, this.path(), item) }
            case 5 -> { tree.remove(path); put(tree, this.path(), flipped(item)) }
            case 6 -> put(tree, path, flipped(item))
            case 7 -> put(tree, path.contains('/') ? path.substring(0, path.lastIndexOf('/')) : path, item)
            default -> put(tree, path, edited(item))
        }
    }

    /** A file can't be where another path needs a directory. */
    private static void put(Map<String, List<String>> tree, String path, List<String> item) {
        tree.keySet().removeIf { it.startsWith(path + '/') || path.startsWith(it + '/') }
        tree[path] = item
    }

    private String path() {
        (0..random.nextInt(3)).collect { pick(NAMES) }.join('/')
    }

    private List<String> item() {
        switch (random.nextInt(8)) {
            case 0 -> link(target())
            case 1 -> file('')
            case 2 -> file(bytes(random.nextInt(200)))
            case 3 -> script(text(random.nextInt(10)))
            case 4 -> file(text(2000))
            default -> file(text(random.nextInt(40)))
        }
    }

    /** Never a link into itself: git refuses to put a directory in its place, as it can't look beyond it. */
    private String target() {
        pick(['.', '..', 'nowhere/' + pick(NAMES)])
    }

    private static List<String> flipped(List<String> item) {
        item[0] == 'script' ? file(item[1]) : item[0] == 'file' ? script(item[1]) : item
    }

    private List<String> edited(List<String> item) {
        if (item[0] == 'link') {
            return link(target())
        }
        List<String> lines = item[1].split('(?<=\n)') as List
        int edits = random.nextInt(lines.size() > 100 ? 60 : 4)
        edits.times {
            int at = random.nextInt(lines.size() + 1)
            int end = Math.min(lines.size(), at + random.nextInt(4))
            lines[at..<end] = (0..<random.nextInt(4)).collect { line() }
        }
        String content = lines.join('')
        [item[0], random.nextInt(5) == 0 && content ? content[0..-2] : content]
    }

    private String text(int lines) {
        String content = (0..<lines).collect { line() }.join('')
        random.nextInt(4) == 0 ? content + pick(LINES) : content
    }

    /** Some lines occur often, as braces do, and most only once. */
    private String line() {
        (random.nextInt(3) == 0 ? pick(LINES) : 'line ' + random.nextInt(3000)) + '\n'
    }

    private String bytes(int length) {
        (0..length).collect { (char) random.nextInt(256) }.join('')
    }

    private String pick(List<String> choices) {
        choices[random.nextInt(choices.size())]
    }
}
