package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of mpjrun, taken apart: options up to the program's name; all that follows it is the program's own.
 *
 * <p>By hand, because the options are few and a parser library costs a third of the whole start-up time (picocli 4.7:
 * 45 to 80 ms here, whether annotated or not).
 */
final class CommandLine {
    private final Map<Option, List<String>> values = new EnumMap<>(Option.class);
    private final List<String> program;

    private CommandLine(String[] arguments) {
        int next = 0;
        while (next < arguments.length && arguments[next].startsWith("-") && arguments[next].length() > 1) {
            String argument = arguments[next++];
            if (argument.equals("--")) {
                break;
            }
            Option option = find(argument);
            List<String> given = values.computeIfAbsent(option, o -> new ArrayList<>());
            int equals = argument.indexOf('=');
            if (option.form() == Option.Form.FLAG) {
                given.add("");
            } else if (option.form() == Option.Form.ATTACHED) {
                given.add(attached(option, argument));
            } else if (equals >= 0) {
                given.add(argument.substring(equals + 1));
            } else if (next < arguments.length) {
                given.add(arguments[next++]);
            } else {
                throw new UsageException("option " + argument + " needs a value:\n" + option.helpLine());
            }
        }
        program = List.of(arguments).subList(next, arguments.length);
    }

    static CommandLine parse(String[] arguments) {
        return new CommandLine(arguments);
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
            Usage: mpjrun [options] CLASS | FILE.jar | FILE.java [arguments of the program]
            Runs an MPI program as ranks, one JVM each, on this host or on those that are named.

            """);
        for (Option option : Option.values()) {
            help.append(option.helpLine()).append('\n');
        }
        return help.append("""

            The exit code is that of the first rank that failed; 124 after --timeout; 2 for a wrong command line.
            Files and class path entries are resolved in the folder where mpjrun is called. Other hosts need Java and
            sshd only: what they lack of the library and the class path is sent, and kept in ~/.cache/mpj.
            """).toString();
    }

    private static Option find(String argument) {
        for (Option option : Option.values()) {
            if (option.matches(argument)) {
                return option;
            }
        }
        StringBuilder known = new StringBuilder();
        for (Option option : Option.values()) {
            known.append(known.isEmpty() ? "" : ", ").append(option.name0());
        }
        throw new UsageException("no such option: " + argument + ". Known options: " + known
            + ". mpjrun --help explains them.");
    }

    private static String attached(Option option, String argument) {
        String value = argument.substring(option.name0().length());
        if (value.isEmpty()) {
            throw new UsageException("option " + argument + " needs its value attached:\n" + option.helpLine());
        }
        return value;
    }
}
