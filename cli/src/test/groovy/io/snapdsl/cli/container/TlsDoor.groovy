package io.snapdsl.cli.container

import java.net.StandardProtocolFamily
import java.nio.ByteBuffer
import java.nio.channels.SocketChannel
import java.nio.file.Files
import java.nio.file.Path
import java.security.KeyStore
import javax.net.ssl.KeyManagerFactory
import javax.net.ssl.SSLContext
import javax.net.ssl.SSLServerSocket
import javax.net.ssl.SSLSocket
import javax.net.ssl.TrustManagerFactory

/** An engine's socket behind TLS, as {@code dockerd --tlsverify} has it: only who shows the right certificate comes in. */
class TlsDoor implements Closeable {
    private static final String PASSWORD = 'changeit'

    private final Path directory
    private final Path socket
    private final SSLServerSocket server

    /** @param socket where the engine listens */
    TlsDoor(Path directory, Path socket) {
        this.directory = Files.createDirectories(directory)
        this.socket = socket
        ['server', 'client', 'stranger'].each { makeKey(it) }
        server = context().serverSocketFactory.createServerSocket(0, 50, InetAddress.getByName('127.0.0.1')) as SSLServerSocket
        server.needClientAuth = true
        Thread.startDaemon { while (!server.closed) serve() }
    }

    String getAddress() {
        "tcp://127.0.0.1:$server.localPort"
    }

    /** What DOCKER_CERT_PATH names: the certificate of whom to trust, and one's own with its key. */
    Path certificates(String own, String trusted = 'server') {
        def place = Files.createDirectories(directory.resolve("$own-$trusted"))
        Files.writeString(place.resolve('ca.pem'), pem('CERTIFICATE', keys(trusted).getCertificate(trusted).encoded))
        Files.writeString(place.resolve('cert.pem'), pem('CERTIFICATE', keys(own).getCertificate(own).encoded))
        Files.writeString(place.resolve('key.pem'), pem('PRIVATE KEY', keys(own).getKey(own, PASSWORD.chars).encoded))
        place
    }

    private void makeKey(String name) {
        def process = new ProcessBuilder("${System.getProperty('java.home')}/bin/keytool", '-genkeypair', '-keyalg', 'EC', '-alias', name, '-dname', "CN=$name",
            '-ext', 'san=ip:127.0.0.1', '-validity', '2', '-storetype', 'PKCS12', '-storepass', PASSWORD, '-keystore', directory.resolve(name).toString())
            .redirectErrorStream(true).start()
        def output = process.inputStream.text
        assert process.waitFor() == 0: output
    }

    private KeyStore keys(String name) {
        KeyStore.getInstance(directory.resolve(name).toFile(), PASSWORD.chars)
    }

    private static String pem(String what, byte[] bytes) {
        "-----BEGIN $what-----\n${Base64.getMimeEncoder(64, '\n'.bytes).encodeToString(bytes)}\n-----END $what-----\n"
    }

    private SSLContext context() {
        def own = KeyManagerFactory.getInstance('PKIX').tap { it.init(keys('server'), PASSWORD.chars) }
        def known = KeyStore.getInstance('PKCS12').tap {
            it.load(null, null)
            it.setCertificateEntry('client', keys('client').getCertificate('client'))
        }
        def trusted = TrustManagerFactory.getInstance('PKIX').tap { it.init(known) }
        SSLContext.getInstance('TLS').tap { it.init(own.keyManagers, trusted.trustManagers, null) }
    }

    private void serve() {
        SSLSocket visitor
        try {
            visitor = server.accept() as SSLSocket
        } catch (IOException ignored) {
            return
        }
        Thread.startDaemon {
            try (visitor; def engine = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                visitor.startHandshake()
                engine.connect(UnixDomainSocketAddress.of(socket))
                def asking = Thread.startDaemon { quietly { ask(visitor.inputStream, engine) } }
                quietly { answer(engine, visitor.outputStream) }
                visitor.close()
                asking.join()
            } catch (IOException ignored) {
                // a stranger
            }
        }
    }

    private static void ask(InputStream from, SocketChannel engine) {
        byte[] piece = new byte[64 * 1024]
        for (int count = from.read(piece); count >= 0; count = from.read(piece)) {
            def bytes = ByteBuffer.wrap(piece, 0, count)
            while (bytes.hasRemaining()) engine.write(bytes)
        }
    }

    private static void answer(SocketChannel engine, OutputStream to) {
        def piece = ByteBuffer.allocate(64 * 1024)
        while (engine.read(piece.clear()) >= 0) {
            to.write(piece.array(), 0, piece.position())
        }
    }

    /** One of them may leave at any time. */
    private static void quietly(Closure work) {
        try {
            work()
        } catch (IOException ignored) {
            // it did
        }
    }

    @Override
    void close() {
        server.close()
    }
}
