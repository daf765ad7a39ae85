import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The form for any kind of buffer, and for displacements of any size, of an operation of a window. The two methods do
 * the same: Open MPI's bindings have only the one for java.nio buffers and for ints.
 */
final class AnyBufferForm {
    private static final Pattern DECLARATION = Pattern.compile("(?s) (\\w+)\\((.*?)\\) \\{.*");
    private static final Pattern BUFFER = Pattern.compile("\\bBuffer (\\w+)");
    private static final Pattern DISPLACEMENT = Pattern.compile("\\bint (target_?[dD]isp)\\b");

    private AnyBufferForm() {
    }

    /**
     * The source of the form.
     *
     * @param method the lines of the method for java.nio buffers, from the beginning of its Javadoc on
     * @throws IllegalArgumentException if the lines are no such method
     */
    static String of(List<String> method) {
        int end = method.indexOf("     */");
        String code = String.join("\n", method.subList(end + 1, method.size())) + "\n";
        Matcher declaration = DECLARATION.matcher(code);
        if (end < 0 || !declaration.find() || !BUFFER.matcher(code).find() || !DISPLACEMENT.matcher(code).find()) {
            throw new IllegalArgumentException("//@any is not followed by a method with a Buffer and an int"
                + " targetDisp: "
                + method);
        }
        String types = declaration.group(2).replaceAll("\\s+", " ").replaceAll(" \\w+(, |$)", "$1");
        List<String> source = new ArrayList<>(List.of("    /**",
            "     * The same as {@link #" + declaration.group(1) + "(" + types + ")},",
            "     * but with any buffer and a displacement of any size. Open MPI's bindings do not have this method.",
            "     *"));
        String kinds = ": an array, a heap or direct buffer, or a segment";
        for (String tag : SegmentForm.tags(method.subList(0, end))) {
            boolean ofBuffer = BUFFER.matcher(code).results()
                .anyMatch(buffer -> tag.startsWith("     * @param " + buffer.group(1) + " "));
            source.add(ofBuffer ? tag + kinds : tag);
            kinds = ofBuffer ? ", of any of these kinds" : kinds;
        }
        source.add("     */");
        return String.join("\n", source) + "\n"
            + DISPLACEMENT.matcher(BUFFER.matcher(code).replaceAll("Object $1")).replaceAll("long $1");
    }
}
