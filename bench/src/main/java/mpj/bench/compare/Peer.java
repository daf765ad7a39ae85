package mpj.bench.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An MPI library that can be one side of a comparison. It knows how the library's jobs are started. */
sealed interface Peer {
    /** The prefix of a library's file. */
    String ABI = "mpi:";

    /** The name in tables. */
    String label();

    /** The same peer under another name. */
    Peer named(String other);

    /** The settings that make this peer differ from another peer with the same library. */
    List<String> settings();

    /** How many ranks the job has if {@code asked} ranks are asked for. */
    default int ranks(int asked) {
        return asked;
    }

    /** Whether the ranks are threads of one process. The launcher does not bind such ranks. */
    default boolean bindsThreads() {
        return false;
    }

    /**
     * The command and the environment that start {@code ranks} ranks of a program. The ranks are bound to cores if
     * there are enough cores.
     */
    Launch launch(int ranks, List<String> program);

    /** A command line, with the variables that it adds to the environment. */
    record Launch(List<String> command, Map<String, String> environment) {
        /** The command line as one would type it. */
        String typed() {
            return Stream.concat(new TreeMap<>(environment).entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue()),
                command.stream().map(word -> word.contains("*") ? "'" + word + "'" : word))
                .collect(Collectors.joining(" "));
        }
    }

    /** What the ranks of a library of C programs communicate through. */
    enum Network {
        /** The library's own choice: shared memory within a host. */
        OWN_CHOICE,
        /** TCP sockets, even within a host. */
        TCP
    }

    /** A library of C programs, installed under {@code home}. */
    sealed interface Native extends Peer {
        Path home();

        /** The compiler wrapper of this installation. The file may not exist. */
        default Path mpicc() {
            return home().resolve("bin/mpicc");
        }

        /**
         * The compiler to use: the library's own wrapper if it exists, otherwise {@code other}. If {@code other} is
         * null, it is the missing wrapper.
         */
        default Path compiler(Path other) {
            return other == null || Files.isExecutable(mpicc()) ? mpicc() : other;
        }

        @Override
        default List<String> settings() {
            return List.of(home().toString());
        }
    }

    /** Open MPI 5. */
    record OpenMpi(String label, Path home, Network network) implements Native {
        @Override
        public Peer named(String other) {
            return new OpenMpi(other, home, network);
        }

        @Override
        public Launch launch(int ranks, List<String> program) {
            List<String> command = new ArrayList<>(List.of(home.resolve("bin/mpirun").toString()));
            // By default, more than two ranks go to the NUMA nodes in turn. Other libraries begin with the first core.
            command.addAll(fits(ranks) ? List.of("--map-by", "core", "--bind-to", "core")
                : List.of("--bind-to", "none", "--map-by", ":OVERSUBSCRIBE", "--mca", "mpi_yield_when_idle", "1"));
            if (network == Network.TCP) {
                command.addAll(List.of("--mca", "pml", "ob1", "--mca", "btl", "tcp,self"));
            }
            command.addAll(List.of("-np", Integer.toString(ranks)));
            command.addAll(program);
            // mpirun refuses to start as root, the usual user of a container, unless both are set.
            return new Launch(command, Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"));
        }
    }

    /** MPICH, started by Hydra. */
    record Mpich(String label, Path home, Network network) implements Native {
        @Override
        public Peer named(String other) {
            return new Mpich(other, home, network);
        }

        @Override
        public Launch launch(int ranks, List<String> program) {
            return new Launch(hydra(home, ranks, program), network == Network.TCP
                ? Map.of("MPIR_CVAR_CH4_NETMOD", "ofi", "FI_PROVIDER", "tcp", "MPIR_CVAR_NOLOCAL", "1") : Map.of());
        }
    }

    /** Intel MPI, started by its Hydra. Its runtime package finds its parts through the environment. */
    record IntelMpi(String label, Path home, Network network) implements Native {
        @Override
        public Peer named(String other) {
            return new IntelMpi(other, home, network);
        }

        @Override
        public Launch launch(int ranks, List<String> program) {
            Map<String, String> environment = environment(home, ranks);
            if (network == Network.TCP) {
                environment.putAll(Map.of("I_MPI_FABRICS", "ofi", "FI_PROVIDER", "tcp"));
            }
            return new Launch(hydra(home, ranks, program), environment);
        }

        private static Map<String, String> environment(Path home, int ranks) {
            String libraries = home.resolve("lib").toString();
            Map<String, String> environment = new TreeMap<>(Map.of("I_MPI_ROOT", home.toString(),
                "LD_LIBRARY_PATH", libraries, "FI_PROVIDER_PATH", libraries));
            if (!fits(ranks)) {
                // Like Open MPI's mpi_yield_when_idle: a waiting rank calls sched_yield.
                environment.put("I_MPI_THREAD_YIELD", "2");
            }
            return environment;
        }
    }

    /**
     * Intel MPI's own Java binding, over JNI. Its API is like no other, so its ranks run a separate program from its
     * source.
     *
     * @param buffers the place of its messages: {@code array} or {@code direct}
     */
    record IntelJava(String label, Path home, String buffers) implements Peer {
        @Override
        public Peer named(String other) {
            return new IntelJava(other, home, buffers);
        }

        @Override
        public List<String> settings() {
            return List.of(home.toString(), buffers);
        }

        /** @param program a source file, and the arguments of the program */
        @Override
        public Launch launch(int ranks, List<String> program) {
            List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString(), "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED",
                "-Djava.library.path=" + home.resolve("lib"), "-cp", home.resolve("share/java/mpi.jar").toString()));
            words.addAll(program);
            words.add(buffers);
            return new Launch(hydra(home, ranks, words), IntelMpi.environment(home, ranks));
        }
    }

    /**
     * This library, started by {@code bin/mpjrun}.
     *
     * @param another whether {@code home} is another checkout than the one that measures
     * @param options go before the class name
     */
    record Mpj(String label, Path home, boolean another, List<String> options) implements Peer {
        @Override
        public Peer named(String other) {
            return new Mpj(other, home, another, options);
        }

        /** The folder of another checkout, and the options, each with its value. */
        @Override
        public List<String> settings() {
            List<String> settings = new ArrayList<>();
            for (String word : options) {
                if (!word.startsWith("-") && !settings.isEmpty()) {
                    settings.add(settings.removeLast() + " " + word);
                } else {
                    settings.add(word);
                }
            }
            if (another) {
                settings.addFirst(home.toString());
            }
            return settings;
        }

        /** The options may set the number of ranks, as in {@code mpj=-np 4}. This shows the cost of more ranks. */
        @Override
        public int ranks(int asked) {
            int option = options.indexOf("-np");
            return option < 0 || option + 1 == options.size() ? asked : Integer.parseInt(options.get(option + 1));
        }

        /** The same peer over a transport, unless its own options name a transport. */
        Mpj over(String transport) {
            String property = "-Dmpj.transport=";
            return options.stream().anyMatch(option -> option.startsWith(property)) ? this
                : with(property + transport);
        }

        /** The same peer with more options before its own. */
        Mpj with(String... earlier) {
            return new Mpj(label, home, another, Stream.concat(Stream.of(earlier), options.stream()).toList());
        }

        @Override
        public boolean bindsThreads() {
            return options.contains("-Dmpj.transport=threads");
        }

        @Override
        public Launch launch(int ranks, List<String> program) {
            List<String> command = new ArrayList<>(List.of(home.resolve("bin/mpjrun").toString(),
                "--bind-to", fits(ranks) && !bindsThreads() ? "core" : "none", "-np", Integer.toString(ranks)));
            command.addAll(options);
            command.addAll(program);
            return new Launch(command, Map.of());
        }

        /** The words are options of mpjrun. The folder of another build may precede them. */
        private static Mpj parse(String text, String label, List<String> words, Path mpjHome) {
            if (words.isEmpty() || words.getFirst().startsWith("-")) {
                return new Mpj(label, mpjHome, false, words);
            }
            Path build = installed(text, words.getFirst(), "mpjrun");
            return new Mpj(label, build, true, words.subList(1, words.size()));
        }
    }

    /**
     * A C library with the standard ABI of MPI 5, called from Java: this library over transport {@code mpi}, in a job
     * of the C library's own launcher.
     *
     * @param file the file of the library
     * @param options options of mpjrun, before the class name
     */
    record Abi(String label, Path mpjHome, Path file, List<String> options) implements Peer {
        private static final String LAUNCHER = "bin/mpiexec";

        @Override
        public Peer named(String other) {
            return new Abi(other, mpjHome, file, options);
        }

        @Override
        public List<String> settings() {
            return Stream.concat(Stream.of(file.toString()),
                new Mpj(label, mpjHome, false, options).settings().stream()).toList();
        }

        @Override
        public int ranks(int asked) {
            return new Mpj(label, mpjHome, false, options).ranks(asked);
        }

        @Override
        public Launch launch(int ranks, List<String> program) {
            Path home = home(file);
            List<String> command = new ArrayList<>(List.of(mpjHome.resolve("bin/mpjrun").toString(), "--launcher",
                "'" + home.resolve(LAUNCHER) + "' --bind-to " + (fits(ranks) ? "core" : "none"), "-np",
                Integer.toString(ranks), "-J-XX:+UseSerialGC", "-Dmpj.transport=mpi", "-Dmpj.mpi.library=" + file));
            command.addAll(options);
            command.addAll(program);
            // Intel MPI needs these variables. No other library reads them.
            return new Launch(command, IntelMpi.environment(home, ranks));
        }

        /** The folder in which the library is installed, or null. It is never the root folder. */
        private static Path home(Path file) {
            for (Path folder = file.getParent(); folder.getParent() != null; folder = folder.getParent()) {
                if (Files.isExecutable(folder.resolve(LAUNCHER))) {
                    return folder;
                }
            }
            return null;
        }

        static Abi parse(String text, String label, String value, Path mpjHome) {
            String[] parts = value.strip().split("\\s+(?=-)", 2);
            Path file = Path.of(parts[0]).toAbsolutePath().normalize();
            if (parts[0].isEmpty() || !Files.isRegularFile(file)) {
                throw new IllegalArgumentException("peer '" + text + "': there is no file " + file
                    + "; give a library with the standard ABI of MPI 5, such as DIR/lib/libmpi_abi.so.1");
            }
            if (home(file) == null) {
                throw new IllegalArgumentException("peer '" + text + "': no folder above " + file + " has a "
                    + LAUNCHER + "; give the file where it is installed, with its own launcher");
            }
            return new Abi(label, mpjHome, file, parts.length < 2 ? List.of() : words(parts[1]));
        }
    }

    private static List<String> words(String options) {
        return options.isBlank() ? List.of() : List.of(options.strip().split("\\s+"));
    }

    /** Whether each rank can have its own core. */
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
     * Reads the text of {@code --peer}. A {@code label:} may precede it. These forms are known:
     * <ul>
     * <li>{@code openmpi=DIR}, {@code mpich=DIR}, {@code impi=DIR}, each with {@code -tcp} after the name if wanted
     * <li>{@code intel-java=DIR}, which sends arrays, and {@code intel-java-direct=DIR}, which sends direct buffers
     * <li>{@code mpi:FILE}, a library with the ABI of MPI 5, and {@code mpj}; options of mpjrun may follow both, as in
     * {@code mpj=-Dmpj.eager.limit=4096}
     * <li>{@code mpj=DIR}, the build of this library in another checkout; options may follow
     * </ul>
     *
     * @throws IllegalArgumentException if the library is unknown, or is not installed there
     */
    static Peer parse(String text, Path mpjHome) {
        int abi = text.startsWith(ABI) ? 0 : text.indexOf(":" + ABI) + 1;
        if (text.startsWith(ABI, abi) && text.substring(0, abi).indexOf('=') < 0) {
            return Abi.parse(text, abi == 0 ? "mpi" : text.substring(0, abi - 1),
                text.substring(abi + ABI.length()), mpjHome);
        }
        int colon = text.indexOf(':');
        int equals = text.indexOf('=');
        boolean labelled = colon > 0 && (equals < 0 || colon < equals);
        String specification = labelled ? text.substring(colon + 1) : text;
        int separator = specification.indexOf('=');
        String name = separator < 0 ? specification : specification.substring(0, separator);
        String value = separator < 0 ? "" : specification.substring(separator + 1);
        String label = labelled ? text.substring(0, colon) : name;
        Network network = name.endsWith("-tcp") ? Network.TCP : Network.OWN_CHOICE;
        return switch (name) {
            case "openmpi", "openmpi-tcp" -> new OpenMpi(label, installed(text, value, "mpirun"), network);
            case "mpich", "mpich-tcp" -> new Mpich(label, installed(text, value, "mpiexec"), network);
            case "impi", "impi-tcp" -> new IntelMpi(label, installed(text, value, "mpiexec"), network);
            case "intel-java" -> new IntelJava(label, installed(text, value, "mpiexec"), "array");
            case "intel-java-direct" -> new IntelJava(label, installed(text, value, "mpiexec"), "direct");
            case "mpj" -> Mpj.parse(text, label, words(value), mpjHome);
            default -> throw new IllegalArgumentException("peer '" + text + "': unknown library '" + name
                + "'; known are openmpi=DIR, mpich=DIR, impi=DIR, openmpi-tcp=DIR, mpich-tcp=DIR, impi-tcp=DIR, "
                + "intel-java=DIR, intel-java-direct=DIR, mpi:FILE and mpj[=[DIR] OPTIONS]");
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
