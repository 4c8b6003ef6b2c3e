#!/bin/sh
# usage: prepare.sh JAVA
# Run by bin/snapdsl before its first start in a new place or with a new Java, and by the build. It refuses a Java that
# is too old, and makes the class-data archives that halve the time to start. snapdsl works without them, so
# whatever else goes wrong here (the directory may be read-only) is no error.
java=$1
lib=$(cd "$(dirname "$0")" && pwd -P)

settings=$("$java" -XshowSettings:properties -version 2>&1)
setting() {
    echo "$settings" | sed -n "s/^ *$1 = //p"
}
case $(setting java.specification.version) in
    1.* | 9 | 1[0-6])
        echo "snapdsl: $java is Java $(setting java.version), but 17 or newer is needed: let JAVA_HOME name one." >&2
        exit 1
        ;;
esac

archive=$lib/archive
mkdir -p "$archive" 2>/dev/null && scratch=$(mktemp -d "$archive/XXXXXX" 2>/dev/null) || exit 0
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
[ -t 2 ] && echo 'Preparing snapdsl for quick starts, once ...' >&2

for name in snapdsl policy container; do
    mkdir "$scratch/$name"
    DOCKER_HOST=unix://$scratch/none LC_ALL=C.UTF-8 XDG_CACHE_HOME=$scratch/$name/cache "$java" -XX:+UseSerialGC -Xlog:disable \
        "-XX:ArchiveClassesAtExit=$scratch/$name.jsa" \
        "-Djava.library.path=$lib/native" "-Dorg.sqlite.lib.path=$lib/native" \
        -cp "$lib/snapdsl.jar" io.snapdsl.cli.ArchiveTraining $name "$scratch/$name" >"$archive/$name.log" 2>&1 </dev/null
    [ -e "$scratch/$name.jsa" ] && mv "$scratch/$name.jsa" "$archive/$name.jsa"
done

# What bin/snapdsl compares: where this is, the java that was started, and which build of Java that turned out to be.
java_home=$(setting java.home)
[ "$java" -ef "$java_home/bin/java" ] && java=$java_home/bin/java # else it is a version manager's stand-in
{
    printf '%s\n' "$lib" "$java" "$java_home"
    head -n 3 "$java_home/release"
} >"$scratch/made-for" 2>/dev/null
mv "$scratch/made-for" "$archive/made-for"
