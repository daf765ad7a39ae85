package mpj.tests;

import java.lang.reflect.Method;
import java.util.Optional;

/**
 * What one rank found in one check, as one line of its output.
 *
 * @param failure what was wrong; null when nothing was
 */
record Finding(int rank, String check, String failure) {
    private static final String MARK = "@finding";

    /** How a check is named: by its class, too, as a job runs those of several. */
    static String name(Method check) {
        return check.getDeclaringClass().getSimpleName() + "." + check.getName();
    }

    void print() {
        System.out.println(MARK + " " + rank + " " + check + " " + (failure == null ? "" : escape(failure)));
    }

    private static String escape(String text) {
        return text.replace("\\", "\\\\").replace("\r", "\\r").replace("\n", "\\n");
    }

    static Optional<Finding> parse(String line) {
        String[] words = line.split(" ", 4);
        if (!words[0].equals(MARK) || words.length < 4) {
            return Optional.empty();
        }
        String failure = words[3].isEmpty() ? null : words[3].translateEscapes();
        return Optional.of(new Finding(Integer.parseInt(words[1]), words[2], failure));
    }
}
