import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The form for memory segments of a method whose argument {@code buf} is a direct buffer. The two methods do the same,
 * but Java has no type for both kinds of memory.
 */
final class SegmentForm {
    /** The declaration, on one line. */
    private static final Pattern DECLARATION = Pattern.compile(" (\\w+)\\((.*\\bBuffer buf\\b.*)\\) \\{");
    private static final Pattern CHECK = Pattern.compile("(\\w+\\.)?direct\\(\"buf\", buf\\)");

    private SegmentForm() {
    }

    /**
     * The source of the form.
     *
     * @param method the lines of the method for direct buffers, from the beginning of its Javadoc on
     * @throws IllegalArgumentException if the lines are no such method
     */
    static String of(List<String> method) {
        int end = method.indexOf("     */");
        List<String> code = method.subList(end + 1, method.size());
        Matcher declaration = DECLARATION.matcher(code.isEmpty() ? "" : code.getFirst());
        if (end < 0 || !declaration.find()) {
            throw new IllegalArgumentException("//@segment is not followed by a method with a Buffer buf: " + method);
        }
        String types = declaration.group(2).replaceAll(" \\w+(, |$)", "$1");
        List<String> source = new ArrayList<>(List.of("    /**",
            "     * The same as {@link #" + declaration.group(1) + "(" + types + ")}, but for a segment. Open MPI's",
            "     * bindings do not have this method.", "     *"));
        for (String tag : tags(method.subList(0, end))) {
            if (!tag.contains("not direct")) {
                source.add(tag.replace("a direct buffer", "a segment"));
            }
        }
        source.add("     */");
        for (String line : code) {
            source.add(CHECK.matcher(line.replace("Buffer buf", "MemorySegment buf")).replaceAll("buf"));
        }
        return String.join("\n", source) + "\n";
    }

    /** The block tags of a Javadoc comment, each with all its lines. */
    static List<String> tags(List<String> comment) {
        List<String> tags = new ArrayList<>();
        for (String line : comment) {
            if (line.startsWith("     * @")) {
                tags.add(line);
            } else if (!tags.isEmpty()) {
                tags.add(tags.removeLast() + "\n" + line);
            }
        }
        return tags;
    }
}
