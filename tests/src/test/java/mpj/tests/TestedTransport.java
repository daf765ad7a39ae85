package mpj.tests;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import mpj.tests.programs.Join;
import org.junit.jupiter.api.Assumptions;

/**
 * A transport that the shared suite runs over. {@code -Dmpj.tests.transports} names them; one that cannot be used here
 * is skipped, with its own reason, unless {@code -Dmpj.tests.require} names it.
 *
 * @param name as for {@code -Dmpj.transport}
 * @param unavailable why it cannot be used here, or null
 */
record TestedTransport(String name, String unavailable) {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    static List<TestedTransport> all() {
        return names("mpj.tests.transports").stream()
            .map(name -> new TestedTransport(name, names("mpj.tests.require").contains(name) ? null : obstacle(name)))
            .toList();
    }

    private static List<String> names(String property) {
        return Arrays.stream(System.getProperty(property, "").split("[,\\s]+")).filter(name -> !name.isEmpty())
            .toList();
    }

    /** Asks the transport itself: two ranks open it, and one of them says what is in the way. */
    private static String obstacle(String name) {
        Job.Result result = Job.start("-np", "2", "-Dmpj.transport=" + name, Join.class.getName()).await(LIMIT);
        return result.exitCode() == 0 ? null : result.err().stream()
            .filter(line -> line.contains("Exception")).findFirst().orElse(result.toString());
    }

    String property() {
        return "-Dmpj.transport=" + name;
    }

    void assumeAvailable() {
        Assumptions.assumeTrue(unavailable == null, () -> "transport " + name + " cannot be used here: " + unavailable);
    }
}
