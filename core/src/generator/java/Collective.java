import java.util.ArrayList;
import java.util.List;

/**
 * One collective of the table. The comments at the top of the table explain its lines.
 *
 * @param name MPI's name
 * @param kinds the kinds of communicators that have the collective
 * @param called the API's name, if it differs from MPI's name; otherwise empty
 * @param forms the argument lists; the list with all arguments is the first
 */
record Collective(String name, List<String> kinds, List<String> called, List<Form> forms) {
    private static final List<String> APIS = List.of("mpijava", "openmpi");

    /**
     * One argument list.
     *
     * @param text the lines of its Javadoc
     * @param passed what the core gets: names of arguments, and words that stand for arguments which the list lacks;
     *     empty if the core gets all arguments in their order
     */
    record Form(List<String> text, List<Argument> arguments, List<String> passed) {
        private Form() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    /** @param offset whether this is the place of the first item in the buffer that precedes this argument */
    record Argument(String type, String name, String text, boolean offset) {

        boolean isBuffer() {
            return type.equals("Object");
        }

        /** The expression that the core gets for this argument. */
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

    /** The name of the core's method, which is MPI's name in Java's spelling. */
    String core() {
        StringBuilder core = new StringBuilder();
        for (String word : name.split("_")) {
            core.append(core.isEmpty() ? word.toLowerCase() : Character.toUpperCase(word.charAt(0))
                + word.substring(1));
        }
        return core.toString();
    }

    /** The collectives that the table has for an API. */
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
