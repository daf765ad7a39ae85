package mpj.tests;

import java.lang.reflect.Method;
import java.util.Optional;

/**
 * The result of one check on one rank, as one line of the rank's output.
 *
 * @param failure what was wrong; null if nothing was
 */
record Finding(int rank, String check, String failure) {
    private static final String MARK = "@finding";

    /** The name of a check. It has the name of its class, because a job runs the checks of several classes. */
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
