package mpj.tests;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import mpj.tests.programs.Join;
import org.junit.jupiter.api.Assumptions;

/**
 * A transport that the shared suite runs over. {@code -Dtests.transports} names them; one that cannot be used here
 * is skipped, with its own reason, unless {@code -Dtests.require} names it.
 *
 * @param name as for {@code -Dmpj.transport}, with a plus sign for the comma: {@code shm+nio}. Two that are used
 *     together each get some of the ranks, as if there were two hosts.
 * @param unavailable why it cannot be used here, or null
 */
public record TestedTransport(String name, String unavailable) {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** What each transport that may be missing said when it was asked. */
    private static final Map<String, Optional<String>> OBSTACLES = new ConcurrentHashMap<>();

    /** All that are tested. */
    public static List<TestedTransport> all() {
        return of("tests.transports");
    }

    /** Those that only a part of the shared suite runs over. */
    public static List<TestedTransport> few() {
        return of("tests.few");
    }

    private static List<TestedTransport> of(String property) {
        List<String> required = names("tests.require");
        return names(property).stream().map(name -> new TestedTransport(name, required.contains(name) ? null
            : OBSTACLES.computeIfAbsent(name, each -> Optional.ofNullable(obstacle(each))).orElse(null))).toList();
    }

    /** Those whose ranks are processes, which can be killed one by one. */
    static List<TestedTransport> betweenProcesses() {
        return all().stream().filter(transport -> !transport.name().equals("threads")).toList();
    }

    private static List<String> names(String property) {
        return Arrays.stream(System.getProperty(property, "").split("[,\\s]+")).filter(name -> !name.isEmpty())
            .toList();
    }

    /** Asks the transport itself: two ranks open it, and one of them says what is in the way. */
    private static String obstacle(String name) {
        Job.Result result = Job.start(Stream.of(List.of("-np", "2"), properties(name), List.of(Join.class.getName()))
            .flatMap(List::stream).toList()).await(LIMIT);
        return result.exitCode() == 0 ? null : result.err().stream()
            .filter(line -> line.contains("Exception")).findFirst().orElse(result.toString());
    }

    /** What chooses it on mpjrun's command line. */
    public List<String> properties() {
        return properties(name);
    }

    private static List<String> properties(String name) {
        String property = "-Dmpj.transport=" + name.replace('+', ',');
        return name.contains("+") ? List.of(property, "-Dmpj.shm.split=2") : List.of(property);
    }

    /** Skips the test where the transport cannot be used. */
    public void assumeAvailable() {
        Assumptions.assumeTrue(unavailable == null, () -> "transport " + name + " cannot be used here: " + unavailable);
    }
}
