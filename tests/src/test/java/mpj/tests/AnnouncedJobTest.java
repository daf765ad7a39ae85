package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mpj.tests.programs.WaitsForInput;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tycho.Client;
import tycho.Consumer;
import tycho.Message;
import tycho.Watch;
import tycho.registry.Entry;
import tycho.registry.Query;

/** {@code mpjrun --announce}, as a client of the mediator sees it. */
@MostlyWaits
@Timeout(600)
class AnnouncedJobTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final long POLL_NANOS = 10_000_000L;
    private static final String JOBS = "mpj/job/*";

    @TempDir
    private Path config;
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        });
    }

    private Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("XDG_CONFIG_HOME", config.toString());
        Process process = builder.redirectError(config.resolve("errors-" + processes.size()).toFile()).start();
        processes.add(process);
        return process;
    }

    /** The jar of a mediator needs no other file. */
    private Process mediator(String... arguments) throws IOException {
        Path jar = config.resolve("mediator.jar");
        if (!Files.exists(jar)) {
            Files.copy(Path.of(System.getProperty("tests.lib")).resolve("../../tycho/target/mediator.jar"), jar);
        }
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java",
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", jar.toString()));
        command.addAll(List.of(arguments));
        return start(command);
    }

    private Process announced(String mediator) throws IOException {
        List<String> command = new ArrayList<>(Job.launcher(Path.of(System.getProperty("tests.folder"))
            .resolve("archive")));
        command.addAll(List.of("-np", "2", "-cp", Job.testClassPath(), "--announce=" + mediator,
            WaitsForInput.class.getName()));
        Process job = start(command);
        assertEquals("ready", new BufferedReader(new InputStreamReader(job.getInputStream())).readLine());
        return job;
    }

    private static Client client(Path keys, String mediator) {
        return Client.options().keys(keys).mediators(mediator).withoutListening().patience(LIMIT).connect();
    }

    private static void awaitState(Consumer jobs, String state) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        String last = "";
        while (System.nanoTime() - end < 0) {
            last = jobs.receive(LIMIT).map(Message::bytes).map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .orElse(last);
            if (last.contains(state)) {
                return;
            }
        }
        throw new AssertionError("no state with " + state + "; the last was " + last);
    }

    @Test
    void mediatorKnowsTheJobItsRanksAndItsEnd() throws Exception {
        Path keys = config.resolve("tycho");
        assertEquals(0, mediator("--init", "here", keys.toString()).waitFor());
        int port = FreePorts.neighbours(2);
        String address = "127.0.0.1:" + port;
        Path file = Files.writeString(config.resolve("mediator.conf"), "keys = " + keys + "\nclients = " + address
            + "\nsite = 127.0.0.1:" + (port + 1) + "\n");
        mediator(file.toString());
        try (Client client = client(keys, address); Consumer jobs = client.consumer("test").subscribes(JOBS).open()) {
            CountDownLatch arrived = new CountDownLatch(1);
            CountDownLatch departed = new CountDownLatch(1);
            client.watch(Query.all().where("program && ranks = 2"), new Watch.News() {
                @Override
                public void arrived(Entry entry) {
                    arrived.countDown();
                }

                @Override
                public void departed(Entry entry, Watch.Departure why) {
                    departed.countDown();
                }
            });
            Process job = announced(address);
            assertTrue(arrived.await(LIMIT.toSeconds(), TimeUnit.SECONDS), this::errors);
            Entry entry = client.lookup(Query.all().where("program && ranks = 2")).getFirst();
            assertEquals(WaitsForInput.class.getName(), entry.attributes().get("program"));
            awaitState(jobs, "Recv, rank 0, tag 5");
            job.getOutputStream().close();
            assertEquals(0, job.waitFor(), this::errors);
            awaitState(jobs, "ended with exit code 0");
            assertTrue(departed.await(LIMIT.toSeconds(), TimeUnit.SECONDS), this::errors);
        }
    }

    @Test
    void jobRunsWithoutAMediatorAndTheReasonIsSaid() throws Exception {
        JobsInTurn.assumeTurnOf("jobRunsWithoutAMediatorAndTheReasonIsSaid");
        Path keys = config.resolve("tycho");
        assertEquals(0, mediator("--init", "here", keys.toString()).waitFor());
        Process job = announced("127.0.0.1:" + FreePorts.one());
        int number = processes.size() - 1;
        long end = System.nanoTime() + LIMIT.toNanos();
        while (job.isAlive() && !errors(number).contains("the job is not announced: ")) {
            assertTrue(System.nanoTime() - end < 0, this::errors);
            LockSupport.parkNanos(POLL_NANOS);
        }
        job.getOutputStream().close();
        assertEquals(0, job.waitFor(), this::errors);
        assertTrue(errors(number).contains("Connection refused"), this::errors);
    }

    @Test
    void malformedAddressIsRefusedBeforeTheJobStarts() throws Exception {
        Job.Result result = Job.start("--announce=nowhere", WaitsForInput.class.getName()).await(LIMIT);
        assertEquals(2, result.exitCode());
        assertTrue(result.reports().getFirst().contains("--announce=nowhere: expected HOST:PORT"), result::toString);
    }

    private String errors(int number) {
        try {
            return Files.readString(config.resolve("errors-" + number));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private String errors() {
        StringBuilder errors = new StringBuilder();
        for (int i = 0; i < processes.size(); i++) {
            errors.append(errors(i)).append(File.separatorChar);
        }
        return errors.toString();
    }
}
