package mpj.runtime.launcher;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The options of mpjrun. */
enum Option {
    RANKS(Form.VALUE, "N", "number of ranks; 1 by default, or one for each slot of the named hosts", "-np", "-n"),
    MAIN(Form.VALUE, "CLASS", "run this class; its arguments begin with the first word that is no option of mpjrun",
        "--main"),
    API(Form.VALUE, "mpijava|openmpi", "the API that the program is written for; by default mpjrun finds it out",
        "--api"),
    CLASS_PATH(Form.VALUE, "PATH", "the class path of the program; by default CLASSPATH, or else the working folder",
        "-cp", "-classpath", "--class-path"),
    MODULE_PATH(Form.VALUE, "PATH", "the folders and jars of a program that is a module; use it with -m, not with -cp",
        "-p", "--module-path"),
    MODULE(Form.VALUE, "MODULE[/CLASS]", "run this class of the module, or else the module's own main class; the words"
        + " after it are the program's arguments", "-m", "--module"),
    PROPERTY(Form.ATTACHED, "NAME[=VALUE]", "set a system property of each rank", "-D"),
    JVM_OPTION(Form.ATTACHED, "OPTION", "pass an option to the JVM of each rank, as in -J-Xmx2g", "-J"),
    OWN_JVM_OPTION(Form.WHOLE, "", "options that the JVM of each rank gets without -J, as with MPJ Express", "-X...",
        "-ea", "-da", "-esa", "-dsa", "-server", "-verbose:...", "-javaagent:...", "-agentlib:...", "-agentpath:..."),
    JAR(Form.FLAG, "", "for command lines of MPJ Express: mpjrun recognises a .jar file by its name", "-jar"),
    SOURCES(Form.FLAG, "", "for command lines of MPJ Express: mpjrun always sends the files of the class path that"
        + " another host lacks", "-src"),
    ENVIRONMENT(Form.VALUE, "NAME[=VALUE]", "set an environment variable of each rank; without a value, to the value"
        + " that it has for mpjrun", "-x"),
    WORKING_FOLDER(Form.VALUE, "DIR", "the folder in which the ranks start; by default the folder of mpjrun", "--wdir",
        "-wdir"),
    TIMEOUT(Form.VALUE, "SECONDS", "end the job after this time, with exit code 124", "--timeout"),
    TAG_OUTPUT(Form.FLAG, "", "begin each line of output with the number of its rank, as in [3]; when another rank"
        + " prints, an unfinished line is ended first", "--tag-output"),
    OUTPUT(Form.VALUE, "DIR", "write the output of each rank into files: DIR/rank-0.out and DIR/rank-0.err for rank 0",
        "--output"),
    TRACE(Form.VALUE, "DIR", "record all ranks, and write the page DIR/index.html: timeline, matrix, diagnosis. Without"
        + " a program, write the page of an earlier job again", "--trace"),
    TRAIN(Form.VALUE, "FILE", "write an AOT cache at the end of the job, with which --aot starts later jobs; needs JDK"
        + " 25 or later", "--train"),
    AOT(Form.VALUE, "FILE|auto|off", "start the ranks of this host with the AOT cache that --train wrote, so that they"
        + " reach full speed sooner; with auto, mpjrun keeps such caches itself, and the first run of a program trains"
        + " one; off by default", "--aot"),
    HOSTFILE(Form.VALUE, "FILE", "a file with the hosts to run on, one on each line: HOST slots=4 or HOST:4;"
        + " node[01-12] stands for twelve hosts", "--hostfile", "-hostfile", "--machinefile", "-machinefile",
        "-machinesfile", "-f"),
    HOST(Form.VALUE, "HOST[:SLOTS],...", "the hosts to run on; a host has one slot unless a number says otherwise",
        "--host", "-host", "--hosts", "-hosts"),
    DAEMON(Form.VALUE, "HOST:PORT,...", "the hosts to run on, through the mpjd of each; all get the same number of"
        + " ranks", "--daemon"),
    MAP_BY(Form.VALUE, "slot|node|core|ppr:N:host", "how to place ranks: slot fills a host before the next, node takes"
        + " hosts in turn, core is like slot with a core for each rank, ppr:N:host puts N ranks on each host; :pe=N"
        + " after it gives each rank N cores", "--map-by", "-map-by"),
    OVERSUBSCRIBE(Form.FLAG, "", "allow more ranks than the hosts have slots or cores", "--oversubscribe"),
    SSH(Form.VALUE, "COMMAND", "use this command in place of ssh; it is called as COMMAND HOST LINE, and has to run"
        + " LINE on HOST", "--ssh"),
    SSH_FANOUT(Form.VALUE, "N", "start at most N hosts from this host; these start the other hosts, up to N each; 32 by"
        + " default", "--ssh-fanout"),
    WAIT_FOR_HOSTS(Form.VALUE, "SECONDS", "for this long, try again to reach hosts that do not answer",
        "--wait-for-hosts"),
    RESPAWN(Form.VALUE, "N", "let the program replace up to N lost ranks, by Recovery of mpj-checkpoint", "--respawn"),
    LAUNCHER(Form.VALUE, "COMMAND", "have another launcher start the ranks: --launcher 'mpiexec -n 4'", "--launcher"),
    BIND_TO(Form.VALUE, "core|none", "bind each rank of a host to one core, in turn; none by default", "--bind-to",
        "-bind-to"),
    RANKS_PER_JVM(Form.VALUE, "N|host|numa", "run N ranks of a host as threads of one JVM, or all of them (host), or"
        + " those of each NUMA node (numa), so that less time goes into starting and compiling; 1 by default",
        "--ranks-per-jvm"),
    DEVICE(Form.VALUE, "DEVICE", "a device of MPJ Express: multicore makes the ranks threads, niodev and hybdev make"
        + " them JVMs; includes --mpj-args", "-dev"),
    MPJ_ARGUMENTS(Form.FLAG, "", "pass rank, configuration and device to main before the program's own arguments, as"
        + " MPJ Express does", "--mpj-args"),
    DEBUG(Form.OPTIONAL, "[PORT]", "let a debugger attach to rank R at port PORT+R; PORT is 5005 by default",
        "--debug"),
    SUSPEND(Form.VALUE, "RANK|all", "with --debug: make this rank, or all ranks, wait for a debugger before they run",
        "--suspend"),
    REPORT_BINDINGS(Form.FLAG, "", "print on which cores each rank may run, as the system says after the start",
        "--report-bindings"),
    STATUS(Form.FLAG, "", "list your running jobs with their ranks, hosts and memory, and exit", "--status"),
    STACK(Form.FLAG, "", "print what every rank of a job is doing (mpjrun --stack [JOB]), and exit", "--stack"),
    MOVE(Form.VALUE, "RANK=HOST", "move a rank of a running job that was started with --respawn to another of its hosts"
        + " (mpjrun --move 2=b [JOB]), and exit", "--move"),
    PROFILE(Form.FLAG, "", "print at the end where the time of the ranks went: in MPI or outside, and at which lines",
        "--profile", "-profile"),
    TOP(Form.FLAG, "", "show every second what the ranks of a running job are doing (mpjrun --top [JOB])", "--top"),
    WATCH(Form.VALUE, "PORT", "serve what --top shows as a page, on this port of the loopback interface; 0 takes a free"
        + " port", "--watch"),
    ANNOUNCE(Form.OPTIONAL, "[=HOST:PORT]", "register the job and its counters with a mediator of Tycho; by default"
        + " with the mediator of this host", "--announce"),
    CLEAN(Form.FLAG, "", "delete the cache of mpjrun on this host and on the hosts that are named, and exit",
        "--clean"),
    COMPILE(Form.FLAG, "", "compile the .java files that are named, and the files that they need, and exit",
        "--compile"),
    CLASSES(Form.VALUE, "DIR", "with --compile: the folder for the classes; by default each goes beside its source",
        "-d"),
    PRINT_CLASS_PATH(Form.FLAG, "", "print the class path with which a program is compiled, and exit",
        "--print-class-path"),
    PRINT_JAVA_OPTIONS(Form.FLAG, "", "print the options for a java that another launcher starts, and exit",
        "--print-java-options"),
    FABRICS(Form.FLAG, "", "list what -Dmpj.transport=libfabric can use on this machine, and exit", "--fabrics"),
    VERBOSE(Form.FLAG, "", "print how each rank is started, and which transports it uses", "-v", "--verbose"),
    HELP(Form.FLAG, "", "print this help, and exit", "--help", "-h"),
    VERSION(Form.FLAG, "", "print the version, and exit", "--version"),
    REPORT(Form.FLAG, "", "print what a bug report needs (versions, system, transports, settings), and exit",
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

    /** The words that may be its value. What stands for another value, such as a number, is in capitals. */
    List<String> words() {
        return valueName.contains("|") ? Stream.of(valueName.split("\\|"))
            .filter(word -> !word.equals(word.toUpperCase(Locale.ROOT))).toList() : List.of();
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
