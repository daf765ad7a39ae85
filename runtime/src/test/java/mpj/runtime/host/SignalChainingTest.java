package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SignalChainingTest {
    private static final Path HOME = Path.of(System.getProperty("java.home"));
    private static final String JAVA = HOME.resolve("bin/java").toString();
    private static final String LIBRARY = HOME.resolve("lib/libjsig.so").toString();

    private static Map<String, String> prepared(Map<String, String> environment, String... words) {
        Map<String, String> result = new HashMap<>(environment);
        SignalChaining.prepare(List.of(words), result);
        return result;
    }

    @Test
    void ranksOverLibfabricLoadTheJdksLibraryFirst() {
        assertEquals(Map.of("LD_PRELOAD", LIBRARY), prepared(Map.of(), JAVA, "-Dmpj.transport=libfabric:tcp", "App"));
        assertEquals(Map.of("LD_PRELOAD", LIBRARY), prepared(Map.of(), JAVA, "-Dmpj.transport=shm,libfabric"));
    }

    @Test
    void librariesThatTheUserPreloadsComeAfter() {
        assertEquals(Map.of("LD_PRELOAD", LIBRARY + ":/lib/own.so"),
            prepared(Map.of("LD_PRELOAD", "/lib/own.so"), JAVA, "-Dmpj.transport=libfabric"));
    }

    @Test
    void otherRanksAndOtherJvmsAreLeftAlone() {
        assertEquals(Map.of(), prepared(Map.of(), JAVA, "-Dmpj.transport=nio", "App"));
        assertEquals(Map.of(), prepared(Map.of(), JAVA, "App", "libfabric"));
        assertEquals(Map.of(), prepared(Map.of(), "/no/such/java", "-Dmpj.transport=libfabric"));
    }
}
