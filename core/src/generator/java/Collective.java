import java.util.ArrayList;
import java.util.List;

/**
 * One collective of the table. The table's own comments say what its lines are.
 *
 * @param name MPI's
 * @param kinds of communicators that have it
 * @param called what the API calls it, where that is not MPI's name; else empty
 * @param forms its argument lists, the one with all arguments first
 */
record Collective(String name, List<String> kinds, List<String> called, List<Form> forms) {
    private static final List<String> APIS = List.of("mpijava", "openmpi");

    /**
     * One argument list; the text is in lines.
     *
     * @param passed what the core gets: names of arguments, and what stands for others; empty if the arguments as they
     *     are
     */
    record Form(List<String> text, List<Argument> arguments, List<String> passed) {
        private Form() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    /** @param offset whether it says where the first item is in the buffer before it */
    record Argument(String type, String name, String text, boolean offset) {

        boolean isBuffer() {
            return type.equals("Object");
        }

        /** As the core takes it. */
        String passed() {
            return switch (type) {
                case "Datatype", "Op" -> type + ".core(" + name + ")";
                case "Datatype[]" -> "core(" + name + ")";
                default -> name;
            };
        }
    }

    private Collective(String name) {
        this(name, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(List.of(new Form())));
    }

    /** MPI's name, as Java's names are written: the core's. */
    String core() {
        StringBuilder core = new StringBuilder();
        for (String word : name.split("_")) {
            core.append(core.isEmpty() ? word.toLowerCase() : Character.toUpperCase(word.charAt(0))
                + word.substring(1));
        }
        return core.toString();
    }

    /** What the table has for an API. */
    static List<Collective> read(List<String> lines, String api) {
        List<Collective> collectives = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split(" ", 2);
            if (!APIS.contains(words[0])) {
                take(line, collectives);
            } else if (words[0].equals(api)) {
                take(words[1], collectives);
            }
        }
        return collectives;
    }

    private static void take(String line, List<Collective> collectives) {
        String[] words = line.split(" ", 2);
        String rest = words.length > 1 ? words[1] : "";
        if (words[0].equals("collective")) {
            collectives.add(new Collective(rest));
            return;
        }
        if (words[0].isEmpty() || words[0].equals("#")) {
            return;
        }
        Collective latest = collectives.getLast();
        Form form = latest.forms.getLast();
        switch (words[0]) {
            case "in" -> latest.kinds.addAll(List.of(rest.split(" ")));
            case "called" -> latest.called.add(rest);
            case "form" -> latest.forms.add(new Form());
            case "text" -> form.text.add(rest);
            case "passed" -> form.passed.addAll(List.of(rest.split(" ")));
            case "offset" -> {
                String[] argument = rest.split(": ", 2);
                form.arguments.add(new Argument("int", argument[0], argument[1], true));
            }
            case "arg" -> {
                String[] argument = rest.split(": ", 2);
                String[] declared = argument[0].split(" ");
                form.arguments.add(new Argument(declared[0], declared[1], argument[1], false));
            }
            default -> throw new IllegalArgumentException("the table has a line that is none: " + line);
        }
    }
}
