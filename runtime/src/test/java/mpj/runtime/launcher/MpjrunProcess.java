package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import mpj.bindings.libc.libc_h;
import mpj.runtime.host.Jdk;
import mpj.runtime.launcher.programs.Ranks;
import mpj.settings.Settings;
import mpj.transport.spi.Job;

/** A launcher process under test, with the library in jars as for a user. Every wait has a limit. */
final class MpjrunProcess {
    private static final long LIMIT_SECONDS = 120;
    private static final long POLL_NANOS = 10_000_000L;

    private final Process process;
    private final Collector err;

    private MpjrunProcess(Process process) {
        this.process = process;
        err = new Collector(process.getErrorStream());
    }

    /** How a launcher ended. */
    record Result(int exitCode, byte[] bytes, String err) {
        String out() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        List<String> lines() {
            return out().lines().toList();
        }

        /** The lines of the launcher itself. */
        List<String> reports() {
            return err.lines().filter(line -> line.startsWith("mpjrun: ")
                && !line.contains("class-data archive")).toList();
        }
    }

    /** The name of a test program, as a user would write it. */
    static String name(Class<?> program) {
        return program.getName();
    }

    /** Runs a job to its end. Its standard input is empty. */
    static Result run(String... arguments) {
        return start(arguments).closeInput().await();
    }

    static MpjrunProcess start(String... arguments) {
        return start(command(arguments));
    }

    static MpjrunProcess start(ProcessBuilder command) {
        try {
            return new MpjrunProcess(command.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The launcher in the foreground of its own terminal. All output is standard output. */
    static MpjrunProcess startInTerminal(String... arguments) {
        ProcessBuilder command = command(arguments);
        String line = command.command().stream().map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
        return start(command.command("script", "-qefc", "exec " + line, "/dev/null"));
    }

    /** The launcher as bin/mpjrun starts it. Test programs are on the class path. */
    static ProcessBuilder command(String... arguments) {
        List<String> words = new ArrayList<>(List.of(Jdk.running().java(), "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED",
            "-Dmpj.archive=" + LibraryFiles.ONE.cache.resolve("archive"),
            "-cp", LibraryFiles.ONE.classPath, Mpjrun.class.getName()));
        words.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("XDG_CACHE_HOME", LibraryFiles.ONE.cache.toString());
        builder.environment().put("CLASSPATH", location(Ranks.class).toString());
        return builder;
    }

    Process process() {
        return process;
    }

    MpjrunProcess closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** The next lines that the job prints. */
    List<String> readLines(int count) {
        try {
            BufferedReader reader = new BufferedReader(new InputStreamReader(process.getInputStream(),
                StandardCharsets.UTF_8));
            List<String> lines = new ArrayList<>();
            while (lines.size() < count) {
                String line = reader.readLine();
                assertTrue(line != null, () -> "the output ended after " + lines + "; errors: " + err.text());
                lines.add(line);
            }
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until standard error contains these words. */
    void awaitError(String text) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!err.soFar().contains(text)) {
            assertTrue(System.nanoTime() < deadline && process.isAlive(),
                () -> "\"" + text + "\" is not in the errors: " + err.soFar());
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    Result await() {
        Collector out = new Collector(process.getInputStream());
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("mpjrun did not end within " + LIMIT_SECONDS + " s; output: " + out.text()
                    + "; errors: " + err.text());
            }
            return new Result(process.exitValue(), out.bytes(), err.text());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static Path location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** The library's jars and a cache, in a folder that is deleted after the tests. */
    private enum LibraryFiles {
        ONE;

        private final Path cache;
        private final String classPath;

        LibraryFiles() {
            try {
                Path folder = Files.createTempDirectory("mpjrun-test");
                cache = Files.createDirectory(folder.resolve("cache"));
                classPath = jar(folder.resolve("mpj-runtime.jar"), location(Mpjrun.class)) + File.pathSeparator
                    + jar(folder.resolve("mpj-bindings.jar"), location(libc_h.class)) + File.pathSeparator
                    + jar(folder.resolve("mpj-settings.jar"), location(Settings.class)) + File.pathSeparator
                    + jar(folder.resolve("mpj-transport-spi.jar"), location(Job.class));
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    // Ends the processes that a failed test has left running.
                    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
                    delete(folder);
                }));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static Path jar(Path jar, Path classes) {
            if (Files.isRegularFile(classes)) {
                return classes;
            }
            int status = ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err,
                "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
            assertTrue(status == 0, "jar failed on " + classes);
            return jar;
        }

        private static void delete(Path folder) {
            try (var files = Files.walk(folder)) {
                files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Reads a stream to its end while the test goes on. */
    private static final class Collector {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final Thread reader;

        Collector(InputStream in) {
            reader = Thread.ofPlatform().daemon().start(() -> {
                try {
                    in.transferTo(bytes);
                } catch (IOException e) {
                    bytes.writeBytes("(stream closed)".getBytes(StandardCharsets.UTF_8));
                }
            });
        }

        String soFar() {
            return bytes.toString(StandardCharsets.UTF_8);
        }

        byte[] bytes() throws InterruptedException {
            reader.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
            return bytes.toByteArray();
        }

        String text() {
            try {
                return new String(bytes(), StandardCharsets.UTF_8);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
