package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mpj.runtime.host.UsageException;
import mpj.runtime.program.ModuleProgram;

/**
 * The parsed arguments of mpjrun: options up to the program's name, and behind it the program's own arguments.
 *
 * <p>The parser is written by hand, because the options are few and a parser library would take a third of the whole
 * start-up time (picocli 4.7: 45 to 80 ms here, with annotations or without).
 */
final class CommandLine {
    /**
     * Options that apply to one program only. Other options of the first program also apply to the programs behind it.
     */
    private static final Set<Option> OF_ONE_PROGRAM = Set.of(Option.RANKS, Option.JAR, Option.MODULE,
        Option.MODULE_PATH);
    /** Options that a program behind a colon may have for itself. */
    private static final Set<Option> OF_ANY_PROGRAM = Set.of(Option.RANKS, Option.JAR, Option.CLASS_PATH,
        Option.MODULE_PATH, Option.MODULE, Option.PROPERTY, Option.JVM_OPTION, Option.OWN_JVM_OPTION,
        Option.ENVIRONMENT);
    /** MPJ Express writes these with one dash, and this library with two. */
    private static final Map<String, String> OF_MPJ_EXPRESS = Map.of("-debug", "--debug", "-profile", "--profile");
    private static final String COLON = ":";
    private static final String DEVICE = "-dev";
    private static final Set<String> AFTER_PROGRAM = Set.of("-np", "-cp", DEVICE);

    /** The purpose of the command. */
    static final String INTRODUCTION = """
        Runs an MPI program as ranks, each in a JVM of its own, on this host or on the hosts that you name.
        """;
    /** Facts that belong to no single option, one to a paragraph. */
    static final String NOTES = """
        A ':' before an option begins another program of the same job: mpjrun -np 1 A : -np 2 B. After the ':' you can
        write -np, -cp, -D, -J and -x. Options before the first program apply to all programs.
        The exit code is the exit code of the first rank that failed. It is 0 if no rank failed, or if all ranks that
        failed were replaced (--respawn), 124 after --timeout, and 2 if the command line is wrong.
        Every word after -- belongs to the program and its arguments, even if it looks like an option of mpjrun.
        Files and entries of the class path are found from the folder where mpjrun is called. Other hosts need only Java
        and sshd: mpjrun sends them the files of the library and of the class path that they lack, and keeps these files
        there in ~/.cache/mpj.
        """;

    private final Map<Option, List<String>> values = new EnumMap<>(Option.class);
    private final List<String> program = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    /** The program behind the next colon; null for the last program. */
    private final CommandLine next;

    /** @param first the options of the job's first program; null when this is the first */
    private CommandLine(List<String> arguments, CommandLine first) {
        if (first != null) {
            first.values.forEach((option, given) -> values.put(option, new ArrayList<>(given)));
            values.keySet().removeAll(OF_ONE_PROGRAM);
        }
        int at = 0;
        boolean verbatim = false;
        while (at < arguments.size() && (isOption(arguments.get(at)) || has(Option.COMPILE))) {
            if (!isOption(arguments.get(at))) {
                program.add(arguments.get(at++)); // files and options may be mixed, as with javac
                continue;
            }
            if (arguments.get(at).equals("--")) {
                at++;
                verbatim = true;
                break;
            }
            Option option = find(arguments.get(at));
            if (has(Option.MAIN) && (option == null || option == Option.HELP)) {
                break;
            }
            String argument = arguments.get(at++);
            if (option == null) {
                throw UnknownOption.of(argument);
            }
            if (first != null && !OF_ANY_PROGRAM.contains(option)) {
                throw new UsageException(argument + " after a ':': it applies to the whole job; put it before the first"
                    + " program");
            }
            int equals = argument.indexOf('=');
            String value;
            if (option.form() == Option.Form.FLAG) {
                value = "";
            } else if (option.form() == Option.Form.WHOLE) {
                value = argument;
            } else if (option.form() == Option.Form.ATTACHED) {
                value = attached(option, argument);
            } else if (equals >= 0) {
                value = argument.substring(equals + 1);
            } else if (option.form() == Option.Form.OPTIONAL) {
                value = at < arguments.size() && arguments.get(at).matches("[0-9]+") ? arguments.get(at++) : "";
            } else if (at < arguments.size()) {
                value = arguments.get(at++);
            } else {
                throw new UsageException("option " + argument + " needs a value: " + option.usage());
            }
            // JVM options keep their order, in whichever form they were written.
            values.computeIfAbsent(option == Option.OWN_JVM_OPTION ? Option.JVM_OPTION : option,
                o -> new ArrayList<>()).add(value);
            if (option == Option.MODULE) {
                break;
            }
        }
        List<String> rest = arguments.subList(at, arguments.size());
        int colon = verbatim ? -1 : colon(rest);
        if (has(Option.MAIN)) {
            program.add(last(Option.MAIN));
        }
        if (has(Option.MODULE)) {
            program.add(ModuleProgram.word(last(Option.MODULE)));
        }
        program.addAll(colon < 0 ? rest : rest.subList(0, colon));
        if (!verbatim && !has(Option.MAIN) && !has(Option.MODULE)) {
            takeAfterProgram();
        }
        if (has(Option.JAR) && !program.isEmpty() && !program.getFirst().endsWith(".jar")) {
            throw new UsageException("-jar " + program.getFirst() + ": its name does not end in .jar; leave -jar out"
                + " for a class or a .java file");
        }
        next = colon < 0 ? null : new CommandLine(rest.subList(colon + 1, rest.size()),
            first == null ? this : first);
        checkModule();
    }

    /**
     * @throws UsageException when the options about modules contradict each other, or a file is given where a class
     *     must be
     */
    private void checkModule() {
        boolean named = has(Option.MODULE);
        if (named != has(Option.MODULE_PATH)) {
            throw new UsageException(named ? "-m " + last(Option.MODULE) + ": the module path is missing; name it"
                + " with -p PATH" : "-p " + last(Option.MODULE_PATH) + ": the module to run is missing; name it"
                + " with -m MODULE/CLASS, or use -cp for a class path");
        }
        for (Option other : new Option[] {Option.CLASS_PATH, Option.MAIN}) {
            if (named && has(other)) {
                throw new UsageException(other.name0() + " " + last(other) + ": a job with -m has no "
                    + (other == Option.MAIN ? "other program"
                    : "class path; put entries that are not modules into -p as well"));
            }
        }
        if (!named && !program.isEmpty() && ModuleProgram.isNamedBy(program.getFirst())) {
            throw new UsageException(program.getFirst() + ": this is neither a .java nor a .jar file; name a class"
                + " as in -cp FOLDER package.Class, or a class of a module as in -p PATH -m MODULE/CLASS");
        }
    }

    /**
     * MPJ Express also takes some options behind the program's name. When the user names one of its devices, this
     * launcher does the same. Otherwise these words are arguments of the program, and the user gets a warning.
     */
    private void takeAfterProgram() {
        boolean takes = has(Option.DEVICE) || program.contains(DEVICE) && !program.getFirst().equals(DEVICE);
        for (int i = 1; i + 1 < program.size();) {
            String word = program.get(i);
            if (!AFTER_PROGRAM.contains(word)) {
                i++;
            } else if (takes) {
                program.remove(i);
                values.computeIfAbsent(find(word), o -> new ArrayList<>()).add(program.remove(i));
            } else {
                warnings.add("warning: " + word + " comes after " + program.getFirst() + ", so it is an argument of"
                    + " the program; put options before the program. Write -- before " + program.getFirst()
                    + " to avoid this warning");
                i += 2;
            }
        }
    }

    /** Warnings about the command line, which the user gets before the job starts. */
    List<String> warnings() {
        return warnings;
    }

    static CommandLine parse(String[] arguments) {
        return new CommandLine(List.of(arguments), null);
    }

    /** Parses a command line of MPJ Express. */
    static CommandLine parse(MpjExpressLine given) {
        CommandLine line = new CommandLine(given.words(), null);
        line.warnings.addAll(given.warnings());
        return line;
    }

    /** This program and the programs behind it, which colons separate. */
    List<CommandLine> programs() {
        List<CommandLine> all = new ArrayList<>();
        for (CommandLine line = this; line != null; line = line.next) {
            all.add(line);
        }
        return all;
    }

    boolean has(Option option) {
        return values.containsKey(option);
    }

    /** Every value given for an option, in order. */
    List<String> all(Option option) {
        return values.getOrDefault(option, List.of());
    }

    /** The value given last for an option, or null. */
    String last(Option option) {
        List<String> given = all(option);
        return given.isEmpty() ? null : given.getLast();
    }

    /** The program, then its arguments. */
    List<String> program() {
        return program;
    }

    static String help() {
        StringBuilder help = new StringBuilder("""
            Usage: mpjrun [options] CLASS | FILE.jar | FILE.java [arguments of the program] [: [options] CLASS ...]
            """);
        help.append(INTRODUCTION).append('\n');
        for (Option option : Option.values()) {
            if (!option.isHidden()) {
                help.append(option.helpLine()).append('\n');
            }
        }
        return help.append('\n').append(NOTES).toString();
    }

    /** Finds the colon with which another program and its options begin; negative when there is none. */
    private static int colon(List<String> words) {
        for (int i = 1; i + 1 < words.size(); i++) {
            String following = words.get(i + 1);
            if (words.get(i).equals(COLON) && following.startsWith("-") && find(following) != null) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isOption(String argument) {
        return argument.startsWith("-") && argument.length() > 1;
    }

    /** Returns the option that an argument names, or null. */
    static Option find(String argument) {
        String spelled = OF_MPJ_EXPRESS.getOrDefault(argument, argument);
        for (Option option : Option.values()) {
            if (option.matches(spelled)) {
                return option;
            }
        }
        return null;
    }

    private static String attached(Option option, String argument) {
        String value = argument.substring(option.name0().length());
        if (value.isEmpty()) {
            throw new UsageException("option " + argument + " needs its value attached: " + option.usage());
        }
        return value;
    }
}
