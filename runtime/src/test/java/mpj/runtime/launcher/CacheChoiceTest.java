package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.CacheUse;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.RankProgram;
import mpj.runtime.host.UsageException;
import mpj.runtime.program.Program;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests which jobs train a cache, use it, or run without it. */
@DisabledOnOs(OS.WINDOWS)
class CacheChoiceTest {
    private static final Jdk JDK = new Jdk(Path.of("/jdk"), 25, "VM 25");

    @TempDir
    private Path home;
    private Map<String, String> environment;
    private CacheUse use;
    private String jar;

    @BeforeEach
    void begin() throws IOException {
        environment = Map.of("XDG_CACHE_HOME", home.toString());
        use = CacheUse.begin(CacheFolder.of(environment));
        jar = Files.createFile(home.resolve("app.jar")).toString();
    }

    private CacheChoice choice(Jdk jdk, CacheUse own, String... words) {
        List<JobSpecification> jobs = JobSpecification.ofPrograms(CommandLine.parse(words), Map.of());
        JobSpecification job = jobs.getFirst();
        RankProgram ranks = new RankProgram(Api.MPIJAVA, "App", List.of(), job.properties(), job.jvmOptions(),
            Map.of());
        HostOptions hosts = job.hosts();
        Placement placement = Placement.of(hosts.hosts().isEmpty() ? List.of(new Host(Host.LOCAL, 2)) : hosts.hosts(),
            2, hosts.mapping(), true);
        return new CacheChoice(jobs, new Program(Api.MPIJAVA, "App", job.classPath().entries()), ranks, placement,
            new LibraryFiles(List.of()), jdk, environment, own);
    }

    private Training training(String... words) {
        List<String> all = new ArrayList<>(List.of("-np", "2", "--aot", "auto", "-cp", jar));
        all.addAll(List.of(words));
        return choice(JDK, use, all.toArray(new String[0])).training();
    }

    private void runsWithout(String... words) {
        assertSame(Training.OFF, training(words), String.join(" ", words));
    }

    @Test
    void theFirstRunTrainsAndLaterRunsUseTheCache() throws IOException {
        Training first = training("App");
        assertNotNull(first.cache().record());
        Training atTheSameTime = training("App");
        assertTrue(!first.cache().record().equals(atTheSameTime.cache().record()), "each has its own recording");
        CacheFolder folder = CacheFolder.of(environment);
        String name = first.cache().record().getFileName().toString().replaceAll("-.*", "");
        Path cache = Files.createFile(KeptCache.in(folder, name, use).orElseThrow().trainedBy(Duration.ofMinutes(1)));
        assertEquals(cache, training("App").cache().file());
        assertEquals(List.of(cache), training("App").files());
        Files.writeString(Path.of(jar), "changed");
        assertNotNull(training("App").cache().record());
    }

    @Test
    void theLastWordOfTheUserCounts() {
        runsWithout("--aot", "off", "App");
        assertNotNull(training("--aot", "off", "--aot", "auto", "App").cache().record());
        String file = home.resolve("own.aot").toString();
        assertEquals(home, training("--train", file, "App").cache().record().getParent());
        assertSame(Training.OFF, choice(JDK, use, "App").training());
    }

    @Test
    void jobsThatCannotHaveACacheRunWithoutIt() {
        runsWithout("-cp", home.toString(), "App");
        runsWithout("App.java");
        runsWithout("-Dmpj.transport=threads", "App");
        runsWithout("--ranks-per-jvm", "host", "App");
        runsWithout("-J-XX:AOTMode=off", "App");
        runsWithout("-J-javaagent:agent.jar", "App");
        runsWithout("--trace", "traced", "App");
        runsWithout("--debug", "App");
        runsWithout("--host", "elsewhere:2", "App");
        runsWithout("A", ":", "-np", "1", "B");
        assertSame(Training.OFF, choice(JDK, null, "--aot", "auto", "-cp", jar, "App").training());
        assertSame(Training.OFF, choice(new Jdk(Path.of("/jdk"), 24, "VM 24"), use, "--aot", "auto", "-cp", jar, "App")
            .training());
    }

    @Test
    void aNamedFileHasToSuitTheJob() {
        String file = home.resolve("own.aot").toString();
        String message = assertThrows(UsageException.class, () -> choice(JDK, use, "--train", file, "-cp",
            home.toString(), "App").training()).getMessage();
        assertTrue(message.startsWith("--train " + file + ": ") && message.contains("has the folder " + home), message);
    }
}
