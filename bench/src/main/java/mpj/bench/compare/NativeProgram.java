package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A C program in bench/native. It is compiled with a peer's own mpicc when it is first used.
 *
 * @param mpjHome the folder that has bench/native
 * @param name the name of the program
 * @param options the options of the compiler
 * @param files the files that the program is made from: sources, headers, and libraries at the end
 */
record NativeProgram(Path mpjHome, String name, List<String> options, List<String> files) {
    /** The program that measures blocks for {@link ResidentSide}. */
    static NativeProgram blockServer(Path mpjHome) {
        return new NativeProgram(mpjHome, "block_server", List.of("-O2"),
            List.of("block_server.c", "collectives.c", "nonblocking.c", "one_sided.c", "transfers.c",
                "benchmark.h"));
    }

    /** The counterpart of mpj.bench.first.FirstMessages. */
    static NativeProgram firstMessages(Path mpjHome) {
        return new NativeProgram(mpjHome, "first_messages", List.of("-O3", "-march=native"),
            List.of("first_messages.c"));
    }

    /** The counterpart of mpj.bench.first.Hello. */
    static NativeProgram hello(Path mpjHome) {
        return new NativeProgram(mpjHome, "hello", List.of("-O2"), List.of("hello.c"));
    }

    /** The counterpart of mpj.bench.openmpi.files.ArrayFile. */
    static NativeProgram arrayFile(Path mpjHome) {
        return new NativeProgram(mpjHome, "array_file", List.of("-O3", "-march=native"), List.of("array_file.c"));
    }

    /** The counterpart of mpj.apps.heat. */
    static NativeProgram heat(Path mpjHome) {
        return new NativeProgram(mpjHome, "heat_cg", List.of("-O3", "-march=native"), List.of("heat_cg.c", "-lm"));
    }

    /**
     * The program for {@code peer}.
     *
     * @param mpicc the compiler wrapper. Intel MPI's runtime package has none, so it takes the mpicc of an MPICH, whose
     *   binary interface Intel MPI shares
     */
    Path compiledWith(Path mpicc, Peer.Native peer) throws IOException, InterruptedException {
        if (!Files.isExecutable(mpicc)) {
            throw new IOException("no mpicc for peer '" + peer.label() + "' at " + mpicc
                + "; give one with --mpicc (Intel MPI's runtime runs programs built by MPICH's), or add an mpich peer");
        }
        Path sourceFolder = mpjHome.resolve("bench/native");
        Path outputFolder = outputFolder();
        Path program = outputFolder.resolve(name + "-" + Integer.toHexString(mpicc.toString().hashCode()));
        if (Files.exists(program) && !olderThanAny(program, sourceFolder)) {
            return program;
        }
        Path log = Files.createTempFile("mpicc", ".log");
        List<String> command = new ArrayList<>(List.of(mpicc.toString()));
        command.addAll(options);
        command.addAll(List.of("-o", program.toString()));
        files.stream().filter(file -> file.endsWith(".c")).map(file -> sourceFolder.resolve(file).toString())
            .forEach(command::add);
        files.stream().filter(NativeProgram::isLibrary).forEach(command::add);
        Process compiler = new ProcessBuilder(command)
            .redirectErrorStream(true).redirectOutput(log.toFile()).start();
        int status = compiler.waitFor();
        String output = Files.readString(log).strip();
        Files.delete(log);
        if (status != 0) {
            throw new IOException(mpicc + " could not compile " + name + " in " + sourceFolder + " (exit code "
                + status + "): " + output);
        }
        if (Files.isDirectory(mpjHome.resolve("lib"))) {
            program.toFile().deleteOnExit();
        }
        return program;
    }

    /** A checkout keeps its programs. An installation may be read-only, so there each run makes them anew. */
    private Path outputFolder() throws IOException {
        if (!Files.isDirectory(mpjHome.resolve("lib"))) {
            return Files.createDirectories(mpjHome.resolve("target/native"));
        }
        Path folder = Files.createTempDirectory("bench-native");
        // The program is deleted first.
        folder.toFile().deleteOnExit();
        return folder;
    }

    private static boolean isLibrary(String file) {
        return file.startsWith("-l");
    }

    private boolean olderThanAny(Path program, Path sourceFolder) throws IOException {
        for (String file : files) {
            if (!isLibrary(file) && Files.getLastModifiedTime(program)
                    .compareTo(Files.getLastModifiedTime(sourceFolder.resolve(file))) < 0) {
                return true;
            }
        }
        return false;
    }
}
