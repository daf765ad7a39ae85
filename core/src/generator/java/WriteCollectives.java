import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the classes of package mpi that have collectives. Each collective stands once in a table; what programs call
 * is its blocking form, its non-blocking form (I…) and its persistent form (…_init). In a template, a line
 * {@code //@collectives KIND} stands for the three forms of all collectives of that kind. Lines before it say what is
 * different there: {@code //@set WORD TEXT} replaces {@code $WORD$} in the table, {@code //@arg NAME TEXT} what is said
 * of an argument; {@code //@more TEXT} goes on with either.
 *
 * <p>Usage: {@code java WriteCollectives.java TABLE TEMPLATE-FOLDER OUTPUT-FOLDER}
 */
final class WriteCollectives {
    private static final int WIDTH = 120;

    private record Argument(String type, String name, String text) {
        /** As the core takes it. */
        String passed() {
            return switch (type) {
                case "Datatype", "Op" -> type + ".core(" + name + ")";
                default -> name;
            };
        }
    }

    /** One collective; its text is in lines. */
    private record Collective(String name, List<String> kinds, List<String> text, List<Argument> arguments) {
        /** MPI's name, as Java's names are written. */
        String core() {
            StringBuilder core = new StringBuilder();
            for (String word : name.split("_")) {
                core.append(core.isEmpty() ? word.toLowerCase() : Character.toUpperCase(word.charAt(0))
                    + word.substring(1));
            }
            return core.toString();
        }
    }

    /** What is different in one class. */
    private static final class Differences {
        private final Map<String, String> words = new TreeMap<>();
        private final Map<String, String> arguments = new TreeMap<>();
        private Map<String, String> latest;
        private String name;

        void say(Map<String, String> of, String ofName, String text) {
            latest = of;
            name = ofName;
            of.put(name, text);
        }

        void more(String text) {
            latest.merge(name, text, String::concat);
        }

        String text(String original) {
            String text = original;
            for (Map.Entry<String, String> word : words.entrySet()) {
                text = text.replace("$" + word.getKey() + "$", word.getValue());
            }
            return text;
        }

        String argument(Argument argument) {
            return text(arguments.getOrDefault(argument.name, argument.text));
        }
    }

    private WriteCollectives() {
    }

    public static void main(String[] arguments) throws IOException {
        List<Collective> collectives = read(Files.readAllLines(Path.of(arguments[0])));
        Path templates = Path.of(arguments[1]);
        Path output = Path.of(arguments[2]);
        List<Path> sources;
        try (Stream<Path> files = Files.walk(templates)) {
            sources = files.filter(file -> file.toString().endsWith(".java")).toList();
        }
        for (Path source : sources) {
            Path target = output.resolve(templates.relativize(source));
            String text = expand(Files.readAllLines(source), collectives);
            if (!Files.exists(target) || !Files.readString(target).equals(text)) {
                Files.createDirectories(target.getParent());
                Files.writeString(target, text);
            }
        }
    }

    private static List<Collective> read(List<String> lines) {
        List<Collective> collectives = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split(" ", 2);
            String rest = words.length > 1 ? words[1] : "";
            switch (words[0]) {
                case "", "#" -> { }
                case "collective" ->
                    collectives.add(new Collective(rest, new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
                case "in" -> collectives.getLast().kinds.addAll(List.of(rest.split(" ")));
                case "text" -> collectives.getLast().text.add(rest);
                case "arg" -> {
                    String[] argument = rest.split(": ", 2);
                    String[] declared = argument[0].split(" ");
                    collectives.getLast().arguments.add(new Argument(declared[0], declared[1], argument[1]));
                }
                default -> throw new IllegalArgumentException("the table has a line that is none: " + line);
            }
        }
        return collectives;
    }

    private static String expand(List<String> template, List<Collective> collectives) {
        StringBuilder source = new StringBuilder();
        Differences differences = new Differences();
        for (String line : template) {
            String[] words = line.strip().split(" ", 3);
            switch (words[0]) {
                case "//@set" -> differences.say(differences.words, words[1], words[2]);
                case "//@arg" -> differences.say(differences.arguments, words[1], words[2]);
                case "//@more" -> differences.more(line.strip().substring(words[0].length()));
                case "//@collectives" -> source.append(collectives.stream()
                    .filter(each -> each.kinds.contains(words[1])).map(each -> forms(each, differences))
                    .collect(Collectors.joining("\n")));
                default -> source.append(line).append('\n');
            }
        }
        return source.toString();
    }

    private static String forms(Collective collective, Differences differences) {
        String name = collective.name;
        List<String> blocking = collective.text.stream().map(differences::text).toList();
        List<String> nonblocking = List.of("Starts what {@link #" + name
            + "} does; the buffers must not be used until it"
            + " is complete. MPI: MPI_I" + name.toLowerCase() + ".");
        List<String> persistent = List.of("Prepares what {@link #" + name
            + "} does, to be started again and again. Every"
            + " rank must call this, in the same order as its other collectives. MPI: MPI_" + name + "_init.");
        String call = collective.core() + "("
            + collective.arguments.stream().map(Argument::passed).collect(Collectors.joining(", ")) + ")";
        return form(collective, differences, blocking, "", "void " + name,
            "core().collectives().blocking()." + call + ".run();")
            + "\n" + form(collective, differences, nonblocking, "the request", "Request I" + name.toLowerCase(),
            "return new CollectiveRequest(core().requests(), core().collectives().nonblocking()." + call + ".start());")
            + "\n" + form(collective, differences, persistent, "the request, inactive", "Prequest " + name + "_init",
            "return new Prequest(core().requests(), core().collectives().persistent()." + call + ".keep());");
    }

    private static String form(Collective collective, Differences differences, List<String> text, String result,
                               String declaration, String body) {
        StringBuilder form = new StringBuilder("    /**\n");
        boolean snippet = false;
        for (String line : text) {
            snippet |= line.startsWith("{@snippet");
            form.append(snippet || line.isEmpty() ? ("     * " + line).stripTrailing() + "\n"
                : wrap("     * ", "     * ", line, " "));
        }
        if (!collective.arguments.isEmpty() || !result.isEmpty()) {
            form.append("     *\n");
        }
        for (Argument argument : collective.arguments) {
            form.append(wrap("     * @param ", "     *     ", argument.name + " " + differences.argument(argument),
                " "));
        }
        if (!result.isEmpty()) {
            form.append("     * @return ").append(result).append('\n');
        }
        String opening = "    public " + declaration + "(";
        String declared = collective.arguments.stream().map(argument -> argument.type + " " + argument.name)
            .collect(Collectors.joining(", "));
        form.append("     */\n").append(wrap(opening, " ".repeat(opening.length()), declared + ") {", ", "));
        form.append(wrap("        ", "            ", body, ", "));
        return form.append("    }\n").toString();
    }

    /** Breaks a text into lines where a separator is, which ends each line but the last. */
    private static String wrap(String first, String indent, String text, String separator) {
        StringBuilder lines = new StringBuilder();
        StringBuilder line = new StringBuilder(first);
        boolean begun = false;
        String[] parts = text.split(separator.equals(" ") ? " " : ", ");
        for (int i = 0; i < parts.length; i++) {
            String part = parts[i] + (i == parts.length - 1 ? "" : separator.strip());
            if (begun && line.length() + 1 + part.length() > WIDTH) {
                lines.append(line).append('\n');
                line = new StringBuilder(indent);
                begun = false;
            }
            line.append(begun ? " " : "").append(part);
            begun = true;
        }
        return lines.append(line).append('\n').toString();
    }
}
