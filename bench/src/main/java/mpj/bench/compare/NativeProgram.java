package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The C program in bench/native, compiled with a peer's own mpicc on first use. */
final class NativeProgram {
    private final Path sourceFolder;
    private final Path outputFolder;

    NativeProgram(Path mpjHome) {
        sourceFolder = mpjHome.resolve("bench/native");
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
        List<Path> sources = sources();
        if (Files.exists(program) && !olderThanAny(program, sources)) {
            return program;
        }
        Files.createDirectories(outputFolder);
        Path log = Files.createTempFile("mpicc", ".log");
        List<String> command = new ArrayList<>(List.of(mpicc.toString(), "-O2", "-o", program.toString()));
        sources.stream().map(Path::toString).filter(name -> name.endsWith(".c")).forEach(command::add);
        Process compiler = new ProcessBuilder(command)
            .redirectErrorStream(true).redirectOutput(log.toFile()).start();
        int status = compiler.waitFor();
        String output = Files.readString(log).strip();
        Files.delete(log);
        if (status != 0) {
            throw new IOException(mpicc + " could not compile " + sourceFolder + " (exit code " + status + "): "
                + output);
        }
        return program;
    }

    private List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.list(sourceFolder)) {
            return files.sorted().toList();
        }
    }

    private static boolean olderThanAny(Path program, List<Path> sources) throws IOException {
        for (Path source : sources) {
            if (Files.getLastModifiedTime(program).compareTo(Files.getLastModifiedTime(source)) < 0) {
                return true;
            }
        }
        return false;
    }
}
