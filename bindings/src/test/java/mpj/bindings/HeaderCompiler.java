package mpj.bindings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Evaluates integer expressions of C with gcc against a library's headers.
 *
 * @param target the machine that gcc compiles for, and that the programs run on
 */
record HeaderCompiler(Target target, Path headers, List<String> options, Path scratch) {

    /**
     * A machine whose headers are read. If it is another machine than this one, the compiled program runs in qemu's
     * emulation.
     */
    enum Target {
        X86_64("amd64", List.of("x86_64-linux-gnu-gcc"), List.of()),
        /**
         * Debian's gcc-aarch64-linux-gnu and qemu-user-static. The headers of other libraries are the same for all
         * machines.
         */
        AARCH64("aarch64", List.of("aarch64-linux-gnu-gcc", "-static", "-idirafter", "/usr/include"),
            List.of("qemu-aarch64-static"));

        private final String machine;
        private final List<String> compiler;
        private final List<String> runner;

        Target(String machine, List<String> compiler, List<String> runner) {
            this.machine = machine;
            this.compiler = compiler;
            this.runner = runner;
        }

        /** The name of the machine in the JDK. */
        String machine() {
            return machine;
        }

        private List<String> compiler() {
            return isHere() ? List.of("gcc") : compiler;
        }

        private List<String> runner() {
            return isHere() ? List.of() : runner;
        }

        private boolean isHere() {
            return System.getProperty("os.arch").equals(machine);
        }
    }

    /** The values of {@code expressions}, in order. Skips the test if gcc or one of the headers is missing. */
    List<Long> evaluate(List<String> expressions) throws IOException, InterruptedException {
        skipUnlessHeadersAreInstalled();
        String prints = expressions.stream()
                .map(expression -> "    printf(\"%lld\\n\", (long long)(" + expression + "));\n")
                .collect(Collectors.joining());
        Path source = Files.writeString(scratch.resolve("abi.c"), """
                #include "%s"
                #include <stddef.h>
                #include <stdio.h>
                int main(void) {
                %s    return 0;
                }
                """.formatted(headers, prints));
        Path program = scratch.resolve("abi");
        Finished compilation = gcc("-std=gnu17", "-o", program.toString(), source.toString());
        assertEquals(0, compilation.status(), compilation.output());
        Finished run = run(Stream.concat(target.runner().stream(), Stream.of(program.toString()))
                .toArray(String[]::new));
        assertEquals(0, run.status(), run.output());
        return run.output().lines().map(Long::valueOf).toList();
    }

    private void skipUnlessHeadersAreInstalled() throws InterruptedException {
        Finished preprocessing;
        try {
            preprocessing = gcc("-M", headers.toString());
        } catch (IOException e) {
            abort(String.join(" ", target.compiler()) + " is needed to compare the bindings with " + headers + ": "
                + e.getMessage());
            return;
        }
        preprocessing.output().lines().filter(line -> line.contains("No such file or directory")).findFirst()
                .ifPresent(missingHeader -> abort("a header is not installed: " + missingHeader));
        assertEquals(0, preprocessing.status(), preprocessing.output());
    }

    private Finished gcc(String... arguments) throws IOException, InterruptedException {
        return run(Stream.of(target.compiler().stream(), options.stream(), Stream.of(arguments))
                .flatMap(words -> words).toArray(String[]::new));
    }

    private Finished run(String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(scratch, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("LC_ALL", "C"); // messages in English, because the code above looks for one of them
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), () -> String.join(" ", command) + ": no end after 60 s");
        } finally {
            process.destroyForcibly();
        }
        return new Finished(process.exitValue(), Files.readString(output));
    }

    private record Finished(int status, String output) {
    }
}
