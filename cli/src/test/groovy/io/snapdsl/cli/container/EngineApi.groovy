package io.snapdsl.cli.container

import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import java.nio.charset.StandardCharsets
import java.nio.file.Path

/** The engine's own interface, spoken by curl: nothing of what is tested takes part in judging it. */
class EngineApi {
    private final String socket

    /** @param address as in DOCKER_HOST */
    EngineApi(String address) {
        socket = address - 'unix://'
    }

    Object get(String path) {
        request('GET', path, null, [])
    }

    Object post(String path, Map body = [:]) {
        request('POST', path, JsonOutput.toJson(body).getBytes(StandardCharsets.UTF_8), ['-H', 'Content-Type: application/json'])
    }

    /** What is answered, whatever it is. */
    String plain(String path) {
        answer('GET', path, null, [])
    }

    /** What is answered, whatever it is. */
    String text(String path, Map body) {
        answer('POST', path, JsonOutput.toJson(body).getBytes(StandardCharsets.UTF_8), ['-H', 'Content-Type: application/json'])
    }

    void delete(String path) {
        request('DELETE', path, null, [])
    }

    void deleteIfFree(String path) {
        answer('DELETE', path, null, [])
    }

    /** Unpacks an archive in a directory of a container. */
    void unpack(String container, String directory, byte[] archive) {
        request('PUT', "/containers/$container/archive?path=$directory", archive, ['-H', 'Content-Type: application/x-tar'])
    }

    Map inspect(String container) {
        get("/containers/$container/json") as Map
    }

    /** Where the machine has the files of a volume. */
    Path directory(String volume) {
        Path.of(get("/volumes/$volume").Mountpoint as String)
    }

    /** All names there are, of containers that run and don't. */
    List<String> containers() {
        get('/containers/json?all=1').collect { (it.Names[0] as String).substring(1) }.sort()
    }

    List<String> volumes() {
        (get('/volumes').Volumes ?: []).collect { it.Name }.sort()
    }

    /** Ids of all, also of those without names. */
    List<String> images() {
        get('/images/json?all=1').collect { it.Id }.sort()
    }

    List<String> networks() {
        get('/networks').collect { it.Name }.sort()
    }

    boolean has(String kind, String name) {
        def path = [container: "/containers/$name/json", image: "/images/$name/json", volume: "/volumes/$name"][kind]
        !get(path).containsKey('message')
    }

    private Object request(String method, String path, byte[] body, List<String> more) {
        def answer = answer(method, path, body, more)
        def json = answer ? new JsonSlurper().parseText(answer) : [:]
        if (method != 'GET') {
            assert !(json instanceof Map && json.message): "$method $path: $answer"
        }
        json
    }

    private String answer(String method, String path, byte[] body, List<String> more) {
        def data = body == null ? [] : ['--data-binary', '@-']
        def process = new ProcessBuilder(['curl', '-sS', '--globoff', '--max-time', '60', '--unix-socket', socket, '-X', method, *more, *data,
            "http://engine$path"]*.toString()).start()
        def errors = new StringBuilder()
        process.consumeProcessErrorStream(errors)
        process.outputStream.withCloseable { if (body != null) it.write(body) }
        def answer = new String(process.inputStream.bytes, StandardCharsets.UTF_8)
        assert process.waitFor() == 0: "$method $path: $errors"
        answer
    }
}
