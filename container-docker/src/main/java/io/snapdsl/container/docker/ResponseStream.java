package io.snapdsl.container.docker;

import com.github.dockerjava.transport.DockerHttpClient.Response;
import java.io.FilterInputStream;

/** An answer's body that ends its connection when it is closed, instead of reading the rest first. */
final class ResponseStream extends FilterInputStream {
    private final Response response;

    ResponseStream(Response response) {
        super(response.getBody());
        this.response = response;
    }

    @Override
    public void close() {
        response.close();
    }
}
