package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The C program of bench/native, compiled with a peer's own mpicc on first use. */
final class NativeProgram {
    private final Path source;
    private final Path outputFolder;

    NativeProgram(Path mpjHome) {
        source = mpjHome.resolve("bench/native/block_server.c");
        outputFolder = mpjHome.resolve("target/native");
    }

    /**
     * The program for {@code peer}.
     *
     * @param mpicc the compiler wrapper; for Intel MPI's runtime package, which has none, that of an MPICH, whose
     *     binary interface Intel MPI shares
     */
    Path compiledWith(Path mpicc, Peer.Native peer) throws IOException, InterruptedException {
        if (!Files.isExecutable(mpicc)) {
            throw new IOException("no mpicc for peer '" + peer.label() + "' at " + mpicc
                + "; give one with --mpicc (Intel MPI's runtime runs programs built by MPICH's), or add an mpich peer");
        }
        Path program = outputFolder.resolve("block_server-" + Integer.toHexString(mpicc.toString().hashCode()));
        if (Files.exists(program)
                && Files.getLastModifiedTime(program).compareTo(Files.getLastModifiedTime(source)) >= 0) {
            return program;
        }
        Files.createDirectories(outputFolder);
        Path log = Files.createTempFile("mpicc", ".log");
        Process compiler = new ProcessBuilder(List.of(mpicc.toString(), "-O2", "-o", program.toString(),
            source.toString())).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        int status = compiler.waitFor();
        String output = Files.readString(log).strip();
        Files.delete(log);
        if (status != 0) {
            throw new IOException(mpicc + " could not compile " + source + " (exit code " + status + "): " + output);
        }
        return program;
    }
}
