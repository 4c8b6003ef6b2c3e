import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Exits with 0 if the distribution that gradle-wrapper.properties names can be downloaded from here, else with 1.
 * A thread of its own asks, because a name server that never answers can't be given a time-out.
 */
class Reachable {
    public static void main(String[] args) throws Exception {
        var properties = new Properties();
        try (var in = Files.newBufferedReader(Path.of(args[0]))) {
            properties.load(in);
        }
        var question = new Thread(() -> ask(properties.getProperty("distributionUrl")));
        question.start();
        question.join(10_000);
        Runtime.getRuntime().halt(1);
    }

    private static void ask(String url) {
        try {
            var connection = (HttpURLConnection) new URL(url).openConnection();
            connection.setRequestMethod("HEAD");
            connection.setConnectTimeout(5_000);
            connection.setReadTimeout(5_000);
            Runtime.getRuntime().halt(connection.getResponseCode() == 200 ? 0 : 1);
        } catch (Exception unreachable) {
            Runtime.getRuntime().halt(1);
        }
    }
}
