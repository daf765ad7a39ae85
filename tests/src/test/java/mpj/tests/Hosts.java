package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assumptions;

/**
 * Hosts with a real sshd, and a laptop from which jobs are started, all in namespaces of this machine: see
 * src/test/sh/hosts.
 */
public final class Hosts implements AutoCloseable {
    private static final Path FOLDER = Path.of(System.getProperty("tests.folder"));
    private static final String ADVICE = " (needs root, util-linux, iproute2, openssh-server and openssh-client)";
    private static final long LIMIT_SECONDS = 120;

    private final Process namespaces;
    private final Path folder;
    private final long first;

    private Hosts(Process namespaces, Path folder, long first) {
        this.namespaces = namespaces;
        this.folder = folder;
        this.first = first;
    }

    /**
     * Starts the hosts and the laptop.
     *
     * @throws IOException if this machine cannot have them; the message has the reason
     */
    public static Hosts start() throws IOException, InterruptedException {
        Path module = FOLDER.getParent();
        Path folder = Files.createDirectory(FOLDER.resolve("hosts-" + ProcessHandle.current().pid()));
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder("unshare", "--net", "--mount", "--uts", "--pid", "--fork", "--kill-child",
            module.resolve("src/test/sh/hosts").toString(), folder.toString(), module.getParent().toString())
            .redirectError(errors.toFile()).start();
        BufferedReader lines = new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        if (!"ready".equals(lines.readLine())) {
            process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            String reason = Files.readString(errors).strip();
            delete(folder);
            throw new IOException(reason + ADVICE);
        }
        return new Hosts(process, folder, process.children().findFirst().orElseThrow().pid());
    }

    /** Starts them, or skips the calling test if this machine cannot have them, unless the tests require hosts. */
    public static Hosts startOrSkip() throws InterruptedException {
        try {
            return start();
        } catch (IOException e) {
            List<String> required = Arrays.asList(System.getProperty("tests.require", "").split("[,\\s]+"));
            assertTrue(!required.contains("hosts"), "tests.require names hosts, but: " + e.getMessage());
            return Assumptions.abort("no hosts with sshd can be had here: " + e.getMessage());
        }
    }

    /** Starts mpjrun on the laptop; its standard input stays open. */
    Job mpjrun(String... arguments) {
        return mpjrun(Hosts.class, List.of(arguments));
    }

    /** Starts mpjrun on the laptop. The program is where a class is. */
    public Job mpjrun(Class<?> inside, List<String> arguments) {
        // The ranks need none of the test libraries. These lie in a home folder that the laptop does not have.
        return Job.start(onLaptop(), Job.location(inside), arguments);
    }

    /** Runs a command on a host, and returns what it prints. */
    String run(String host, String command) {
        return runOnLaptop("ssh", "-n", "-o", "BatchMode=yes", host, command);
    }

    /** Runs a command on the laptop, and returns what it prints. */
    String runOnLaptop(String... words) {
        try {
            Process process = startOnLaptop(words).redirectErrorStream(true).start();
            process.getOutputStream().close();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A command that will run on the laptop. */
    ProcessBuilder startOnLaptop(String... words) {
        List<String> command = new ArrayList<>(onLaptop());
        command.addAll(List.of(words));
        return new ProcessBuilder(command);
    }

    /** Puts a copy of a file, or of a folder's files, into the home of every host and of the laptop. */
    void giveAll(Path from, String name) throws IOException {
        List<Path> homes;
        try (var files = Files.newDirectoryStream(folder, "home-*")) {
            homes = StreamSupport.stream(files.spliterator(), false).toList();
        }
        try (var files = Files.walk(from)) {
            for (Path file : files.toList()) {
                for (Path home : homes) {
                    Path copy = home.resolve(name).resolve(from.relativize(file).toString());
                    Files.createDirectories(Files.isDirectory(file) ? copy : copy.getParent());
                    if (!Files.isDirectory(file)) {
                        Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                    }
                }
            }
        }
    }

    /** Kills all processes of the library on a host at once, ranks and agents. */
    public void killAll(String host) {
        run(host, "pkill -KILL java");
    }

    /** Waits until no process of the library is left on these hosts and on the laptop. */
    public void awaitNoProcesses(Duration limit) throws InterruptedException {
        try {
            for (ProcessHandle process : processes()) {
                process.onExit().get(limit.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (TimeoutException e) {
            throw new AssertionError("left after " + limit + ": " + processes().stream().map(Hosts::arguments)
                .toList(), e);
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * All processes of the library on the hosts and on the laptop. Other tests may run at the same time with hosts of
     * their own.
     */
    List<ProcessHandle> processes() {
        // The sshd of each host is below the first process, and its namespace is that of its host.
        Set<Path> inside = Stream.concat(Stream.of(first), ProcessHandle.of(first).stream()
            .flatMap(ProcessHandle::descendants).map(ProcessHandle::pid)).flatMap(pid -> namespace(pid).stream())
            .collect(Collectors.toSet());
        return ProcessHandle.allProcesses().filter(process -> arguments(process).contains("mpj.runtime."))
            .filter(process -> namespace(process.pid()).filter(inside::contains).isPresent()).toList();
    }

    /** The arguments of a process, without a limit on their length. */
    static String arguments(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"),
                StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() throws IOException {
        namespaces.getOutputStream().close();
        try {
            if (!namespaces.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                namespaces.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        delete(folder);
    }

    /** The namespace of a process's number; empty if the process has ended. */
    private static Optional<Path> namespace(long pid) {
        try {
            return Optional.of(Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "ns", "pid")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private List<String> onLaptop() {
        return List.of("nsenter", "--target", Long.toString(first), "--net", "--mount", "--uts", "--pid",
            "--wd=" + FOLDER, "--");
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
