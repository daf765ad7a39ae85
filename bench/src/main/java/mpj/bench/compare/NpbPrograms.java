package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** NPB's own programs. A peer's compilers build them in a copy of the source folder that the user names. */
final class NpbPrograms {
    private static final int SHOWN_LINES = 15;
    private static final int PROBE_SECONDS = 60;
    /**
     * gfortran needs these flags from version 10 on: NPB 3.4 calls one MPI function with arrays of several types, and
     * some of its releases write hexadecimal constants in a form that the standard does not have.
     */
    private static final List<String> LENIENT_FLAGS = List.of("-fallow-argument-mismatch", "-fallow-invalid-boz");

    private final Path source;
    private final Path folder;

    /**
     * Prepares a copy of the sources.
     *
     * @param source the folder NPB3.4-MPI
     * @param mpif90 the peer's compiler wrapper; its mpicc lies in the same folder and has the matching name
     * @param flags the flags of both compilers; the Fortran compiler also gets the flags that gfortran needs, if it
     *   accepts them
     * @param mpjHome the folder whose target folder gets the copy
     * @throws IllegalArgumentException if the folder or the compiler does not exist
     */
    NpbPrograms(Path source, Path mpif90, String flags, Path mpjHome) throws IOException, InterruptedException {
        if (!Files.isDirectory(source.resolve("sys")) || !Files.isDirectory(source.resolve("common"))) {
            throw new IllegalArgumentException("--npb " + source + ": this is no source folder of NPB's MPI version;"
                + " give the folder NPB3.4-MPI, which has the folders BT, CG, common and sys");
        }
        Path mpicc = mpif90.resolveSibling(mpif90.getFileName().toString().replace("mpif90", "mpicc"));
        for (Path compiler : List.of(mpif90, mpicc)) {
            if (!Files.isExecutable(compiler)) {
                throw new IllegalArgumentException("no compiler wrapper at " + compiler + "; name the peer's mpif90"
                    + " with --mpif90, beside which its mpicc must lie");
            }
        }
        this.source = source;
        String settings = settings(mpif90, mpicc, fortranFlags(mpif90, flags), flags);
        folder = mpjHome.resolve("target/npb-peers/"
            + Integer.toHexString((source.toAbsolutePath() + settings).hashCode()));
        Files.createDirectories(folder.resolve("bin"));
        copySources();
        Path file = folder.resolve("config/make.def");
        if (!Files.exists(file) || !Files.readString(file).equals(settings)) {
            Files.writeString(file, settings);
        }
    }

    private static String fortranFlags(Path mpif90, String flags) throws IOException, InterruptedException {
        StringBuilder all = new StringBuilder(flags);
        for (String flag : LENIENT_FLAGS) {
            if (!flags.contains(flag) && isTaken(mpif90, flag)) {
                all.append(' ').append(flag);
            }
        }
        return all.toString();
    }

    /** Whether the compiler accepts a flag. It compiles an empty program and writes nothing. */
    private static boolean isTaken(Path mpif90, String flag) throws IOException, InterruptedException {
        Process compiler = new ProcessBuilder(mpif90.toString(), flag, "-fsyntax-only", "-x", "f95", "/dev/null")
            .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        if (!compiler.waitFor(PROBE_SECONDS, TimeUnit.SECONDS)) {
            compiler.destroyForcibly();
            throw new IOException(mpif90 + " has not compiled an empty program within " + PROBE_SECONDS + " s");
        }
        return compiler.exitValue() == 0;
    }

    /** The file of settings. It names the Fortran compiler twice, because releases of NPB use two different names. */
    private static String settings(Path mpif90, Path mpicc, String fortranFlags, String flags) {
        return """
            MPIFC = %1$s
            MPIF77 = %1$s
            FLINK = %1$s
            FMPI_LIB =
            FMPI_INC =
            FFLAGS = %3$s
            FLINKFLAGS = %3$s
            MPICC = %2$s
            CLINK = %2$s
            CMPI_LIB =
            CMPI_INC =
            CFLAGS = %4$s
            CLINKFLAGS = %4$s
            CC = cc
            BINDIR = ../bin
            RAND = randi8
            """.formatted(mpif90, mpicc, fortranFlags, flags);
    }

    /** Copies the sources. Files that were built in the user's folder are not copied. */
    private void copySources() throws IOException {
        Files.walkFileTree(source, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path from, BasicFileAttributes attributes) throws IOException {
                if (from.getFileName().toString().equals("bin")) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(folder.resolve(source.relativize(from).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path from, BasicFileAttributes attributes) throws IOException {
                Path to = folder.resolve(source.relativize(from).toString());
                boolean built = from.toString().matches(".*(\\.(o|mod|x)|/npbparams\\.h|/setparams|/make\\.def)");
                if (!built && (!Files.exists(to)
                        || Files.getLastModifiedTime(to).compareTo(attributes.lastModifiedTime()) < 0)) {
                    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /**
     * Builds a program.
     *
     * @param benchmark the benchmark, such as {@code CG}
     * @param problem its class, such as {@code A}
     */
    Path built(String benchmark, String problem) throws IOException, InterruptedException {
        Path log = Files.createTempFile("npb", ".log");
        List<String> command = List.of("make", "-C", folder.toString(), benchmark, "CLASS=" + problem);
        try {
            int status = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start()
                .waitFor();
            Path program = folder.resolve("bin/" + benchmark.toLowerCase(Locale.ROOT) + "." + problem + ".x");
            if (status != 0 || !Files.isExecutable(program)) {
                List<String> lines = Files.readAllLines(log);
                throw new IOException(String.join(" ", command) + " failed; --flags sets the options of the compilers."
                    + " The last lines that it printed:\n"
                    + String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size())));
            }
            return program;
        } finally {
            Files.delete(log);
        }
    }
}
