package mpj.bench.compare;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** An MPI library that can be one side of a comparison: how its jobs are started. */
sealed interface Peer {
    /** The name in tables. */
    String label();

    /** How many ranks its job has when {@code asked} are asked for. */
    default int ranks(int asked) {
        return asked;
    }

    /** The command and environment that start {@code ranks} ranks of a program, bound to cores where they suffice. */
    Launch launch(int ranks, List<String> program);

    /** A command line with the variables it adds to the environment. */
    record Launch(List<String> command, Map<String, String> environment) {
    }

    /** A library of C programs, installed under {@code home}. */
    sealed interface Native extends Peer {
        Path home();

        /** The compiler wrapper of this installation, which may not be there. */
        default Path mpicc() {
            return home().resolve("bin/mpicc");
        }
    }

    /** Open MPI 5. */
    record OpenMpi(String label, Path home) implements Native {
        @Override
        public Launch launch(int ranks, List<String> program) {
            List<String> command = new ArrayList<>(List.of(home.resolve("bin/mpirun").toString()));
            command.addAll(fits(ranks) ? List.of("--bind-to", "core")
                : List.of("--bind-to", "none", "--map-by", ":OVERSUBSCRIBE", "--mca", "mpi_yield_when_idle", "1"));
            command.addAll(List.of("-np", Integer.toString(ranks)));
            command.addAll(program);
            // mpirun refuses to start as root, the usual user of a container, unless both are set.
            return new Launch(command, Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"));
        }
    }

    /** MPICH, started by Hydra. */
    record Mpich(String label, Path home) implements Native {
        @Override
        public Launch launch(int ranks, List<String> program) {
            return new Launch(hydra(home, ranks, program), Map.of());
        }
    }

    /** Intel MPI, started by its Hydra; its runtime package finds its parts through the environment. */
    record IntelMpi(String label, Path home) implements Native {
        @Override
        public Launch launch(int ranks, List<String> program) {
            String libraries = home.resolve("lib").toString();
            return new Launch(hydra(home, ranks, program), Map.of("I_MPI_ROOT", home.toString(),
                "LD_LIBRARY_PATH", libraries, "FI_PROVIDER_PATH", libraries));
        }
    }

    /** This library, started by {@code bin/mpjrun}; {@code options} go before the class name. */
    record Mpj(String label, Path home, List<String> options) implements Peer {
        /** The options may say how many, as in {@code mpj=-np 4}, to see what more ranks cost. */
        @Override
        public int ranks(int asked) {
            int option = options.indexOf("-np");
            return option < 0 || option + 1 == options.size() ? asked : Integer.parseInt(options.get(option + 1));
        }

        @Override
        public Launch launch(int ranks, List<String> program) {
            List<String> command = new ArrayList<>(List.of(home.resolve("bin/mpjrun").toString(),
                "--bind-to", fits(ranks) ? "core" : "none", "-np", Integer.toString(ranks)));
            command.addAll(options);
            command.addAll(program);
            return new Launch(command, Map.of());
        }
    }

    /** Whether each rank can have a core of its own. */
    static boolean fits(int ranks) {
        return ranks <= Runtime.getRuntime().availableProcessors();
    }

    private static List<String> hydra(Path home, int ranks, List<String> program) {
        List<String> command = new ArrayList<>(List.of(home.resolve("bin/mpiexec").toString()));
        command.addAll(List.of("-bind-to", fits(ranks) ? "core" : "none", "-n", Integer.toString(ranks)));
        command.addAll(program);
        return command;
    }

    /**
     * The library whose mpirun is first on PATH.
     *
     * @throws IllegalArgumentException if there is none, or it is none that is known
     */
    static Peer onPath() throws IOException, InterruptedException {
        Path mpirun = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .map(folder -> Path.of(folder, "mpirun")).filter(Files::isExecutable).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no --peer was given, and PATH has no mpirun"));
        Process version = new ProcessBuilder(mpirun.toString(), "--version").redirectErrorStream(true).start();
        String text = new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        version.waitFor();
        Path home = mpirun.toAbsolutePath().getParent().getParent();
        if (text.contains("Open MPI") || text.contains("Open RTE")) {
            return new OpenMpi("openmpi", home);
        } else if (text.contains("Intel(R) MPI")) {
            return new IntelMpi("impi", home);
        } else if (text.contains("HYDRA")) {
            return new Mpich("mpich", home);
        }
        throw new IllegalArgumentException("the library of " + mpirun + " is not known; name it with --peer");
    }

    /**
     * Reads {@code openmpi=DIR}, {@code mpich=DIR}, {@code impi=DIR}, or {@code mpj} with options of mpjrun as in
     * {@code mpj=-Dmpj.eager.limit=4096}; {@code label:} may precede it.
     *
     * @throws IllegalArgumentException if the library is unknown or not installed there
     */
    static Peer parse(String text, Path mpjHome) {
        int colon = text.indexOf(':');
        int equals = text.indexOf('=');
        boolean labelled = colon > 0 && (equals < 0 || colon < equals);
        String specification = labelled ? text.substring(colon + 1) : text;
        int separator = specification.indexOf('=');
        String library = separator < 0 ? specification : specification.substring(0, separator);
        String value = separator < 0 ? "" : specification.substring(separator + 1);
        String label = labelled ? text.substring(0, colon) : library;
        return switch (library) {
            case "mpj" -> new Mpj(label, mpjHome, value.isBlank() ? List.of() : List.of(value.strip().split("\\s+")));
            case "openmpi" -> new OpenMpi(label, installed(text, value, "mpirun"));
            case "mpich" -> new Mpich(label, installed(text, value, "mpiexec"));
            case "impi" -> new IntelMpi(label, installed(text, value, "mpiexec"));
            default -> throw new IllegalArgumentException("peer '" + text + "': unknown library '" + library
                + "'; known are openmpi=DIR, mpich=DIR, impi=DIR and mpj[=OPTIONS]");
        };
    }

    private static Path installed(String text, String directory, String launcher) {
        Path home = Path.of(directory).toAbsolutePath().normalize();
        if (directory.isEmpty() || !Files.isExecutable(home.resolve("bin").resolve(launcher))) {
            throw new IllegalArgumentException("peer '" + text + "': no bin/" + launcher + " in " + home
                + "; give the folder the library is installed in");
        }
        return home;
    }
}
