package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
            job.environment());
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

    /** @param why a part of what the user is told */
    private void runsWithout(String why, String... words) {
        String told = told(() -> assertTrue(training(words).isOff(), String.join(" ", words)));
        assertTrue(told.startsWith("mpjrun: --aot auto: ranks start without an AOT cache of the program: ")
            && told.contains(why), told);
    }

    private static String told(Runnable choice) {
        PrintStream before = System.err;
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        try {
            choice.run();
        } finally {
            System.setErr(before);
        }
        return told.toString(StandardCharsets.UTF_8);
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
        assertTrue(training("--aot", "off", "App").isOff());
        assertNotNull(training("--aot", "off", "--aot", "auto", "App").cache().record());
        String file = home.resolve("own.aot").toString();
        assertEquals(home, training("--train", file, "App").cache().record().getParent());
        assertTrue(choice(JDK, use, "App").training().isOff());
    }

    @Test
    void jobsThatCannotHaveACacheRunWithoutIt() {
        runsWithout("the class path has the folder " + home, "-cp", home.toString(), "App");
        runsWithout("mpjrun compiles a .java file into a folder", "App.java");
        runsWithout("ranks that are threads", "-Dmpj.transport=threads", "App");
        runsWithout("ranks that are threads", "--ranks-per-jvm", "host", "App");
        runsWithout("-XX:AOTMode=off", "-J-XX:AOTMode=off", "App");
        runsWithout("the JVM gets -javaagent:agent.jar", "-J-javaagent:agent.jar", "App");
        runsWithout("the JVM gets -XX:StartFlightRecording", "-J-XX:StartFlightRecording=filename=a.jfr", "App");
        runsWithout("the JVM gets -agentlib:a", "-x", "JAVA_TOOL_OPTIONS=-Da=b -agentlib:a", "App");
        runsWithout("JAVA_TOOL_OPTIONS chooses archives", "-x", "JAVA_TOOL_OPTIONS=-Xshare:off", "App");
        runsWithout("traced or debugged", "--trace", "traced", "App");
        runsWithout("traced or debugged", "--debug", "App");
        runsWithout("rank 0 is on host elsewhere", "--host", "elsewhere:2", "App");
        runsWithout("the job has several", "A", ":", "-np", "1", "B");
        String[] words = {"--aot", "auto", "-cp", jar, "App"};
        assertTrue(told(() -> assertTrue(choice(JDK, null, words).training().isOff()))
            .contains("started by a program"));
        assertTrue(told(() -> assertTrue(choice(new Jdk(Path.of("/jdk"), 24, "VM 24"), use, words).training()
            .isOff())).contains("AOT caches need JDK 25"));
    }

    @Test
    void theUserIsToldOfAFailedAttempt() throws IOException {
        String name = training("App").cache().record().getFileName().toString().replaceAll("-.*", "");
        KeptCache.in(CacheFolder.of(environment), name, use).orElseThrow().failed("exit code 1:\nmore");
        runsWithout("an earlier run could not make one (exit code 1); mpjrun tries again", "App");
    }

    @Test
    void aNamedFileHasToSuitTheJob() {
        String file = home.resolve("own.aot").toString();
        String message = assertThrows(UsageException.class, () -> choice(JDK, use, "--train", file, "-cp",
            home.toString(), "App").training()).getMessage();
        assertTrue(message.startsWith("--train " + file + ": ") && message.contains("has the folder " + home), message);
    }
}
