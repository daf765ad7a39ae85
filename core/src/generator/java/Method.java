import java.util.List;
import java.util.stream.Collectors;

/**
 * One method of an API, and its Javadoc.
 *
 * @param text the lines of the Javadoc
 * @param arguments the arguments that the method declares
 * @param result the text about the returned value; empty if the method returns nothing
 * @param declaration the part of the declaration before the arguments
 * @param body the statements, one a line
 */
record Method(List<String> text, List<Collective.Argument> arguments, String result, String declaration,
              String body) {
    private static final int WIDTH = 120;

    String source() {
        StringBuilder source = new StringBuilder("    /**\n");
        boolean snippet = false;
        for (String line : text) {
            snippet |= line.startsWith("{@snippet");
            source.append(snippet || line.isEmpty() ? ("     * " + line).stripTrailing() + "\n"
                : wrap("     * ", "     * ", line, " "));
        }
        if (!arguments.isEmpty() || !result.isEmpty()) {
            source.append("     *\n");
        }
        for (Collective.Argument argument : arguments) {
            source.append(wrap("     * @param ", "     *     ", argument.name() + " " + argument.text(), " "));
        }
        if (!result.isEmpty()) {
            source.append("     * @return ").append(result).append('\n');
        }
        String opening = "    public " + declaration + "(";
        String declared = arguments.stream().map(argument -> argument.type() + " " + argument.name())
            .collect(Collectors.joining(", "));
        source.append("     */\n").append(wrap(opening, " ".repeat(opening.length()), declared + ") {", ", "));
        body.lines().forEach(statement -> source.append(wrap("        ", "            ", statement, ", ")));
        return source.append("    }\n").toString();
    }

    /** Breaks a text into lines at a separator. Every line but the last ends with the separator. */
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
