package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import mpj.runtime.bootstrap.RuntimeProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The output of {@code mpjrun --report}. */
@Timeout(300)
class ReportTest {
    private static final HiddenNames NAMES = new HiddenNames("alice", "/home/alice", "node7.cluster.example");

    @TempDir
    private Path root;

    private void file(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private static List<String> settings(List<String> properties, String... jvmOptions) {
        Properties own = new Properties();
        own.setProperty("mpj.archive", "/home/alice/.cache");
        own.setProperty("mpj.deadlock.report", "5");
        own.setProperty("user.name", "alice");
        return new SettingsReport(own, properties, List.of(jvmOptions)).shown(RuntimeProperties.all());
    }

    /** The class path of this test has no transports. */
    @Test
    void reportHasVersionsAndSettingsAndEndsWithExitCode0WhateverIsMissing() {
        ProcessBuilder command = MpjrunProcess.command("--report", "-Dmpj.deadlock.report=7", "-Dmpj.api.key=hush");
        command.environment().put("PMI_FD", "4711");
        MpjrunProcess.Result result = MpjrunProcess.start(command).closeInput().await();
        assertEquals(0, result.exitCode(), result::err);
        List<String> lines = result.lines();
        assertTrue(lines.getFirst().startsWith("mpj: "), result::out);
        assertTrue(lines.get(1).contains(", " + Runtime.version() + ", "), result::out);
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("variables of a launcher: ")
            && line.contains("PMI_FD")), result::out);
        assertTrue(lines.contains("settings: mpj.api.key=(not shown) (there is no such property),"
            + " mpj.deadlock.report=7"), result::out);
        assertEquals("transport (others): not known: the process that tries them ended with exit code 1",
            lines.getLast());
        assertFalse(result.out().contains("hush") || result.out().contains("4711"), result::out);
    }

    @Test
    void settingsAreThoseThatDifferFromTheirDefaultsAndHaveNoSecrets() {
        assertEquals(List.of("mpj.deadlock.report=5"), settings(List.of()));
        assertEquals(List.of(), settings(List.of("mpj.deadlock.report=30", "a.b=c")));
        assertEquals(List.of("mpj.deadlock.report=30s (it cannot have this value)", "mpj.transport=nio"),
            settings(List.of("mpj.deadlock.report=30s"), "-Xmx1g", "-Dmpj.transport=nio"));
        assertEquals(List.of("mpj.Password=(not shown) (there is no such property)", "mpj.args=(not shown)",
            "mpj.deadlock.report=5", "mpj.trace=/keys/trace"),
            settings(List.of("mpj.Password=x", "mpj.args=token=x", "mpj.trace=/keys/trace")));
    }

    @ParameterizedTest
    @CsvSource({
        "/home/alice/lib.so, ~/lib.so", "/home/alice-2/lib.so, /home/alice-2/lib.so", "/tmp/alice/x, /tmp/(user)/x",
        "malice of alice., malice of (user).", "node7:4000, (host):4000",
        "NODE7.cluster.example is lost, (host) is lost", "node70 and mynode7, node70 and mynode7"})
    void namesOfUserAndHostAreHidden(String text, String hidden) {
        assertEquals(hidden, NAMES.in(text));
    }

    @Test
    void administratorLoopbackAndMissingNamesAreSkipped() {
        assertEquals("root of localhost in /", new HiddenNames("root", "/", "localhost").in("root of localhost in /"));
        assertEquals("any text", new HiddenNames("", "", "").in("any text"));
    }

    @Test
    void systemTellsWhatItHas() throws IOException {
        file("etc/os-release", "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\n");
        file("proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC 9654\n".repeat(2));
        file("proc/self/limits", """
            Limit                     Soft Limit           Hard Limit           Units
            Max locked memory         8388608              unlimited            bytes
            """);
        assertEquals(Map.of("distribution", "Debian GNU/Linux 13 (trixie)", "processor", "AMD EPYC 9654",
            "locked memory (ulimit -l)", "8 MiB, hard limit unlimited"), SystemFacts.of(root));
        file("proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n");
        Files.createDirectories(root.resolve("dev/shm"));
        Map<String, String> facts = SystemFacts.of(root);
        assertEquals("implementer 0x41, part 0xd0c", facts.get("processor"));
        assertTrue(facts.get("/dev/shm").matches(".* [KMGTP]iB, of which .* are free"), facts::toString);
    }

    @Test
    void systemWithoutFilesTellsNothing() {
        assertEquals(Map.of(), SystemFacts.of(root));
    }

    @ParameterizedTest
    @CsvSource({"0, 0 bytes", "1023, 1023 bytes", "1024, 1 KiB", "1536, 1.5 KiB", "67108864, 64 MiB",
        "1125899906842624, 1 PiB"})
    void sizesHaveTheLargestUnit(long bytes, String size) {
        assertEquals(size, SystemFacts.size(bytes));
    }

    @Test
    void limitsAreTheLeastOfTheControlGroupAndThoseAboveIt() throws IOException {
        assertEquals("", new ControlGroup(root).toString());
        file("proc/self/cgroup", "0::/job/step\n");
        file("sys/fs/cgroup/job/step/cpu.max", "max 100000\n");
        file("sys/fs/cgroup/job/step/memory.max", "8589934592\n");
        assertEquals("8 GiB of memory", new ControlGroup(root).toString());
        file("sys/fs/cgroup/job/cpu.max", "150000 100000\n");
        file("sys/fs/cgroup/job/memory.max", "4294967296\n");
        assertEquals("1.5 CPUs, 4 GiB of memory", new ControlGroup(root).toString());
    }

    @Test
    void limitsOfAContainerThatDoesNotSeeItsGroupAreAtTheTop() throws IOException {
        file("proc/self/cgroup", "4:memory:/docker/1\n3:cpu,cpuacct:/../docker/1\n1:name=systemd:/\n");
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
        file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        assertEquals("", new ControlGroup(root).toString());
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824\n");
        file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "200000\n");
        assertEquals("2.0 CPUs, 1 GiB of memory", new ControlGroup(root).toString());
    }

    @Test
    void transportThatEndsTheProcessIsNamedAndTheOthersAreTried() {
        TransportReport report = new TransportReport();
        assertTrue(report.take(List.of("mpj.trial\tshm", "mpj.trial\tshm\tcan be opened", "noise",
            "mpj.trial\tlibfabric"), "ended with exit code 134"));
        assertFalse(report.take(List.of("mpj.trial\tmpi", "mpj.trial\tmpi\tcannot be opened: no library",
            "mpj.trial\t"), "ended with exit code 0"));
        assertEquals(Map.of("shm", "can be opened", "libfabric", "cannot be opened: the process that opened it ended"
            + " with exit code 134", "mpi", "cannot be opened: no library"), report.outcomes());
    }

    @Test
    void providersOfLibfabricAreNamedOnce() {
        assertEquals("tcp, shm", TransportReport.providers(List.of("provider: tcp", "    fabric: 10.0.0.0/8",
            "provider: shm", "provider: tcp")));
    }
}
