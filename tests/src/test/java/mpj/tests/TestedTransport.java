package mpj.tests;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import mpj.tests.programs.Join;
import mpj.tiers.Turn;
import org.junit.jupiter.api.Assumptions;

/**
 * A transport that the shared suite runs over. {@code -Dtests.transports} names the transports. A transport that cannot
 * be used on this machine is skipped, with its own reason, unless {@code -Dtests.require} names it.
 *
 * @param name the name as for {@code -Dmpj.transport}, with a plus sign instead of the comma: {@code shm+nio}. If two
 *   transports are used together, each gets some of the ranks, as if there were two hosts. If the first of them is
 *   {@code threads}, each JVM has two ranks.
 * @param unavailable why the transport cannot be used here, or null
 */
public record TestedTransport(String name, String unavailable) {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String THREADS = "threads";
    /** Transports that use the same library as another tested transport, or consist of two others. */
    private static final Set<String> LIKE_ANOTHER = Set.of("libfabric:shm", "shm+nio");

    /** The obstacle that each transport which may be missing has named. */
    private static final Map<String, Optional<String>> OBSTACLES = new ConcurrentHashMap<>();

    /** All tested transports. */
    public static List<TestedTransport> all() {
        return of("tests.transports");
    }

    /** The transports over which only a part of the shared suite runs. */
    public static List<TestedTransport> few() {
        return of("tests.few");
    }

    private static List<TestedTransport> of(String property) {
        List<String> required = names("tests.require");
        return names(property).stream().map(name -> new TestedTransport(name, required.contains(name) ? null
            : OBSTACLES.computeIfAbsent(name, each -> Optional.ofNullable(obstacle(each))).orElse(null))).toList();
    }

    /**
     * The transports of this test in this run. A transport that differs little from another is used only in its turn of
     * the second tier.
     */
    public static List<TestedTransport> inTurn(Class<?> test) {
        return all().stream().filter(transport -> !LIKE_ANOTHER.contains(transport.name)
            || transport.isTurnOf(test.getSimpleName())).toList();
    }

    /** The same without transports whose ranks are threads. Processes can be killed one by one. */
    static List<TestedTransport> betweenProcesses(Class<?> test) {
        return inTurn(test).stream().filter(transport -> !transport.name().equals(THREADS)).toList();
    }

    /**
     * The first transport, and the transport whose ranks are threads, for tests that no transport can influence. The
     * other transports have their turns in the second tier.
     */
    public static List<TestedTransport> ofEachKind(String test) {
        List<TestedTransport> all = all();
        return all.stream().filter(transport -> transport == all.getFirst() || transport.name.equals(THREADS)
            || transport.isTurnOf(test)).toList();
    }

    /** Whether the turn of a test over this transport has come in the second tier. */
    boolean isTurnOf(String test) {
        return Turn.hasComeFor(test + " over " + name);
    }

    private static List<String> names(String property) {
        return Arrays.stream(System.getProperty(property, "").split("[,\\s]+")).filter(name -> !name.isEmpty())
            .toList();
    }

    /** Asks the transport itself: two ranks open it, and one of them names the obstacle. */
    private static String obstacle(String name) {
        Job.Result result = Job.start(Stream.of(List.of("-np", "2"), properties(name), List.of(Join.class.getName()))
            .flatMap(List::stream).toList()).await(LIMIT);
        return result.exitCode() == 0 ? null : result.err().stream()
            .filter(line -> line.contains("Exception")).findFirst().orElse(result.toString());
    }

    /** The properties that choose the transport on mpjrun's command line. */
    public List<String> properties() {
        return properties(name);
    }

    private static List<String> properties(String name) {
        String property = "-Dmpj.transport=" + name.replace('+', ',');
        return !name.contains("+") ? List.of(property)
            : List.of(property, name.startsWith(THREADS) ? "-Dmpj.ranks.per.jvm=2" : "-Dmpj.shm.split=2");
    }

    /** Whether the ranks are threads of several JVMs. With fewer than three ranks there is only one JVM. */
    public boolean sharesJvms() {
        return name.startsWith(THREADS + "+");
    }

    /** Skips the test if the transport cannot be used. */
    public void assumeAvailable() {
        Assumptions.assumeTrue(unavailable == null, () -> "transport " + name + " cannot be used here: " + unavailable);
    }
}
