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
        boolean verbatim = false;
        while (next < arguments.length && arguments[next].startsWith("-") && arguments[next].length() > 1) {
            if (arguments[next].equals("--")) {
                next++;
                verbatim = true;
                break;
            }
            Option option = find(arguments[next]);
            if (has(Option.MAIN) && (option == null || option == Option.HELP)) {
                break;
            }
            String argument = arguments[next++];
            if (option == null) {
                throw unknown(argument);
            }
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
                throw new UsageException("option " + argument + " needs a value: " + option.usage());
            }
        }
        List<String> rest = List.of(arguments).subList(next, arguments.length);
        if (!verbatim) {
            checkIsOneProgram(rest);
        }
        program = new ArrayList<>();
        if (has(Option.MAIN)) {
            program.add(last(Option.MAIN));
        }
        program.addAll(rest);
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
            A -- ends the options: nothing after it is looked at. Without it, a ':' among the program's arguments that
            an option of mpjrun follows is an error, since a job runs one program.
            Files and class path entries are resolved in the folder where mpjrun is called. Other hosts need Java and
            sshd only: what they lack of the library and the class path is sent, and kept in ~/.cache/mpj.
            """).toString();
    }

    /** As launchers of others take several programs, each after a colon with options of its own. */
    private static void checkIsOneProgram(List<String> words) {
        for (int i = 1; i + 1 < words.size(); i++) {
            String following = words.get(i + 1);
            if (words.get(i).equals(":") && following.startsWith("-") && find(following) != null) {
                throw new UsageException("':' before " + following + ": a job runs one program only, so no other can"
                    + " follow; let one main class choose by its rank. If the ':' is an argument of " + words.getFirst()
                    + ", put -- before " + words.getFirst());
            }
        }
    }

    /** The option that an argument is, or null. */
    private static Option find(String argument) {
        for (Option option : Option.values()) {
            if (option.matches(argument)) {
                return option;
            }
        }
        return null;
    }

    private static UsageException unknown(String argument) {
        StringBuilder known = new StringBuilder();
        for (Option option : Option.values()) {
            known.append(known.isEmpty() ? "" : ", ").append(option.name0());
        }
        return new UsageException("no such option: " + argument + ". Known options: " + known
            + ". mpjrun --help explains them.");
    }

    private static String attached(Option option, String argument) {
        String value = argument.substring(option.name0().length());
        if (value.isEmpty()) {
            throw new UsageException("option " + argument + " needs its value attached: " + option.usage());
        }
        return value;
    }
}
