package io.snapdsl.web.http;

import io.snapdsl.engine.shape.JsonText;
import java.util.Locale;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** What is refused before any route is asked, such as a body that is too large, is told as all other problems are. */
public final class EarlyRefusals extends ErrorHandler {
    private final long largestBody;

    public EarlyRefusals(long largestBody) {
        this.largestBody = largestBody;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Problem problem = Problem.of(refusal(response.getStatus()));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Answer.PROBLEM);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        Content.Sink.write(response, true, JsonText.of(problem.shape()), callback);
        return true;
    }

    private Refusal refusal(int status) {
        return status == HttpStatus.PAYLOAD_TOO_LARGE_413
                ? tooLarge()
                : new Refusal(
                        status,
                        "The request can't be read: "
                                + HttpStatus.getMessage(status).toLowerCase(Locale.ROOT) + ".",
                        "See /api/v1/openapi.json for what can be asked.");
    }

    public Refusal tooSlow() {
        return new Refusal(
                HttpStatus.REQUEST_TIMEOUT_408, "The body comes too slowly.", "Send it again, all of it at once.");
    }

    public Refusal tooLarge() {
        return new Refusal(
                HttpStatus.PAYLOAD_TOO_LARGE_413, "The body is too large.", "Send at most " + largestBody + " bytes.");
    }
}
