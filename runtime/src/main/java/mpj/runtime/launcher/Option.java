package mpj.runtime.launcher;

import java.util.List;

/** The options of mpjrun. */
enum Option {
    RANKS(Form.VALUE, "N", "number of ranks; 1 by default", "-np", "-n"),
    MAIN(Form.VALUE, "CLASS", "the program; what is no option of mpjrun begins its arguments", "--main"),
    API(Form.VALUE, "mpijava|openmpi", "the API that the program is written for; found out by default", "--api"),
    CLASS_PATH(Form.VALUE, "PATH", "the program's class path; by default CLASSPATH, else the working folder",
        "-cp", "-classpath", "--class-path"),
    MODULE_PATH(Form.VALUE, "PATH", "the program's modules, in place of a class path; with -m", "-p", "--module-path"),
    MODULE(Form.VALUE, "MODULE[/CLASS]", "the program, a class of a module; what follows are its arguments", "-m",
        "--module"),
    PROPERTY(Form.ATTACHED, "NAME[=VALUE]", "system property of each rank", "-D"),
    JVM_OPTION(Form.ATTACHED, "OPTION", "option of each rank's JVM, as in -J-Xmx2g", "-J"),
    OWN_JVM_OPTION(Form.WHOLE, "", "options of each rank's JVM that need no -J, as with MPJ Express", "-X...", "-ea",
        "-da", "-esa", "-dsa", "-server", "-verbose:...", "-javaagent:...", "-agentlib:...", "-agentpath:..."),
    JAR(Form.FLAG, "", "the program is a .jar file, as its name says anyway", "-jar"),
    SOURCES(Form.FLAG, "", "of MPJ Express, and needless: what other hosts lack of the class path is sent", "-src"),
    ENVIRONMENT(Form.VALUE, "NAME[=VALUE]", "environment variable of each rank; without a value, mpjrun's own", "-x"),
    WORKING_FOLDER(Form.VALUE, "DIR", "working folder of the ranks", "--wdir", "-wdir"),
    TIMEOUT(Form.VALUE, "SECONDS", "end the job after this time, with exit code 124", "--timeout"),
    TAG_OUTPUT(Form.FLAG, "", "begin each line of output with the rank, as in [3]; what another rank prints ends a line"
        + " that is begun", "--tag-output"),
    OUTPUT(Form.VALUE, "DIR", "write what ranks print into files, DIR/rank-0.out and DIR/rank-0.err for each",
        "--output"),
    TRACE(Form.VALUE, "DIR", "record all ranks, and write DIR/index.html: timeline, matrix, diagnosis; without a"
        + " program, write it again", "--trace"),
    TRAIN(Form.VALUE, "FILE", "write an AOT cache at the end, of what this run teaches the JVM; for --aot. JDK 25 on",
        "--train"),
    AOT(Form.VALUE, "FILE", "start this host's ranks with the AOT cache that --train wrote: they are fast sooner",
        "--aot"),
    HOSTFILE(Form.VALUE, "FILE", "hosts to run on, one to a line: HOST slots=4 or HOST:4; node[01-12] for many",
        "--hostfile", "-hostfile", "--machinefile", "-machinefile", "-machinesfile", "-f"),
    HOST(Form.VALUE, "HOST[:SLOTS],...", "hosts to run on; one slot each by default. -np is then the number of slots",
        "--host", "-host", "--hosts", "-hosts"),
    DAEMON(Form.VALUE, "HOST:PORT,...", "hosts to run on through their mpjd, in equal parts", "--daemon"),
    MAP_BY(Form.VALUE, "slot|node|core|ppr:N:host", "fill a host before the next; or take hosts in turn; or as slot,"
        + " one per core; or N ranks on each host. With :pe=N behind it each rank gets N cores", "--map-by", "-map-by"),
    OVERSUBSCRIBE(Form.FLAG, "", "allow more ranks than the hosts have slots, or cores", "--oversubscribe"),
    SSH(Form.VALUE, "COMMAND", "what starts a command on a host instead of ssh: COMMAND HOST LINE", "--ssh"),
    SSH_FANOUT(Form.VALUE, "N", "how many hosts one host starts; they start the others; 32 by default", "--ssh-fanout"),
    WAIT_FOR_HOSTS(Form.VALUE, "SECONDS", "try hosts that cannot be reached again for so long", "--wait-for-hosts"),
    RESPAWN(Form.VALUE, "N", "let the program replace up to N ranks that end in the middle: Recovery of mpj-checkpoint",
        "--respawn"),
    LAUNCHER(Form.VALUE, "COMMAND", "have another launcher start plain java: --launcher 'mpiexec -n 4'", "--launcher"),
    BIND_TO(Form.VALUE, "core|none", "bind each rank to a core of its own, round robin; none by default", "--bind-to",
        "-bind-to"),
    DEVICE(Form.VALUE, "DEVICE", "MPJ Express's devices: niodev, multicore or hybdev; implies --mpj-args", "-dev"),
    MPJ_ARGUMENTS(Form.FLAG, "", "put rank, configuration and device in front of main's arguments, as MPJ Express does",
        "--mpj-args"),
    DEBUG(Form.OPTIONAL, "[PORT]", "let a debugger attach to rank R at port PORT+R; 5005 by default", "--debug"),
    SUSPEND(Form.VALUE, "RANK|all", "with --debug: who waits for a debugger before it runs", "--suspend"),
    REPORT_BINDINGS(Form.FLAG, "", "say on which cores each rank runs, as read back from the system",
        "--report-bindings"),
    STATUS(Form.FLAG, "", "show your running jobs: their ranks, hosts and memory, and end", "--status"),
    STACK(Form.FLAG, "", "print what every rank of a job is doing (mpjrun --stack [JOB]), and end", "--stack"),
    PROFILE(Form.FLAG, "", "print at the end where the ranks' time went: in MPI or not, and at which lines",
        "--profile", "-profile"),
    TOP(Form.FLAG, "", "show a running job every second (mpjrun --top [JOB]): its ranks, and what each is in",
        "--top"),
    WATCH(Form.VALUE, "PORT", "serve the same as a page on this port of the loopback interface; 0 for any", "--watch"),
    ANNOUNCE(Form.OPTIONAL, "[=HOST:PORT]", "register the job and its counters with a mediator of Tycho; by default"
        + " that of this host", "--announce"),
    CLEAN(Form.FLAG, "", "delete mpjrun's cache here, and on the hosts that are named, and end", "--clean"),
    COMPILE(Form.FLAG, "", "compile the .java files that are named, and those that they need, and end", "--compile"),
    CLASSES(Form.VALUE, "DIR", "with --compile: where to put the classes; by default each is beside its source", "-d"),
    PRINT_CLASS_PATH(Form.FLAG, "", "print the class path to compile a program against, and end",
        "--print-class-path"),
    FABRICS(Form.FLAG, "", "list what this machine offers to -Dmpj.transport=libfabric, and end", "--fabrics"),
    VERBOSE(Form.FLAG, "", "show how each rank is started", "-v", "--verbose"),
    HELP(Form.FLAG, "", "print this help, and end", "--help", "-h"),
    VERSION(Form.FLAG, "", "print the version, and end", "--version"),
    REPORT(Form.FLAG, "", "print what the report of a bug needs: versions, system, transports, settings; and end",
        "--report"),
    PRINT_COMPLETION(Form.VALUE, "bash|zsh", "", "--print-completion"),
    PRINT_MANUAL(Form.FLAG, "", "", "--print-manual");

    /** How an option takes its value. */
    enum Form {
        /** The option has no value. */
        FLAG,
        /** The value is the next argument, or follows = in the same argument. */
        VALUE,
        /** The value is the next argument if that is a number, or follows = in the same argument, or is missing. */
        OPTIONAL,
        /** The value is the rest of the same argument. */
        ATTACHED,
        /**
         * The argument itself is the value. A name that ends in three dots stands for all arguments that begin like it.
         */
        WHOLE
    }

    private static final String MORE = "...";

    private final Form form;
    private final String valueName;
    private final String meaning;
    private final List<String> names;

    Option(Form form, String valueName, String meaning, String... names) {
        this.form = form;
        this.valueName = valueName;
        this.meaning = meaning;
        this.names = List.of(names);
    }

    Form form() {
        return form;
    }

    String name0() {
        return names.getFirst();
    }

    List<String> names() {
        return names;
    }

    /** Whether the help leaves this option out, because it is only for people who make packages. */
    boolean isHidden() {
        return meaning.isEmpty();
    }

    /** Whether an argument means this option, with the value attached or not. */
    boolean matches(String argument) {
        for (String name : names) {
            if (matches(name, argument)) {
                return true;
            }
        }
        return false;
    }

    private boolean matches(String name, String argument) {
        return switch (form) {
            case FLAG -> argument.equals(name);
            case VALUE, OPTIONAL -> argument.equals(name) || name.startsWith("--") && argument.startsWith(name + "=");
            case ATTACHED -> argument.startsWith(name);
            case WHOLE -> name.endsWith(MORE) ? argument.startsWith(name.substring(0, name.length() - MORE.length()))
                : argument.equals(name) || argument.startsWith(name + ":");
        };
    }

    /** One line of the help, with its two columns aligned. */
    String helpLine() {
        String left = "  " + left();
        return left + " ".repeat(Math.max(1, 40 - left.length())) + meaning;
    }

    /** All names of the option, and its value. */
    String left() {
        return withValue(String.join(", ", names));
    }

    String meaning() {
        return meaning;
    }

    /** The words that may be its value, if only certain words may be. */
    List<String> words() {
        return valueName.contains("|") ? List.of(valueName.split("\\|")) : List.of();
    }

    /** Whether its value names a file or a folder. */
    boolean takesFile() {
        return valueName.equals("FILE") || valueName.equals("DIR") || valueName.equals("PATH");
    }

    /** The form in which the option is written, and its purpose. */
    String usage() {
        return withValue(name0()) + " (" + meaning + ")";
    }

    private String withValue(String name) {
        return name + (valueName.isEmpty() ? "" : form == Form.ATTACHED || valueName.startsWith("[=") ? valueName
            : " " + valueName);
    }
}
