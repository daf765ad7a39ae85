package mpj.junit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.opentest4j.AssertionFailedError;

/**
 * An exception that a rank has thrown, in a form that another JVM can read without having its class.
 *
 * @param type the name of the exception's class
 * @param message the exception's message; may be null
 * @param expected the value that an assertion expected, for tools that compare; null if it is not known
 * @param actual the value that the assertion found
 * @param stack the stack trace, without the frames below the test, which are JUnit's
 * @param cause the exception's cause; null if it has none
 */
record RankFailure(String type, String message, String expected, String actual, List<StackTraceElement> stack,
                   RankFailure cause) {
    private static final int MOST_CAUSES = 10;
    private static final int MOST_FRAMES = 1_000;
    private static final int LONGEST = 1 << 20;
    /** The callers of a test. The frames from there on are the same in every test. */
    private static final List<String> CALLER =
        List.of("org.junit.platform.commons.util.ReflectionUtils", "org.junit.jupiter.engine.");
    private static final String REFLECTION = "java.lang.reflect.Method";

    static RankFailure of(Throwable thrown) {
        return of(thrown, MOST_CAUSES);
    }

    private static RankFailure of(Throwable thrown, int left) {
        if (thrown == null || left == 0) {
            return null;
        }
        String expected = null;
        String actual = null;
        if (thrown instanceof AssertionFailedError error && error.isExpectedDefined() && error.isActualDefined()) {
            expected = error.getExpected().getStringRepresentation();
            actual = error.getActual().getStringRepresentation();
        }
        return new RankFailure(thrown.getClass().getName(), thrown.getMessage(), expected, actual,
            List.of(own(thrown.getStackTrace())), of(thrown.getCause(), left - 1));
    }

    /** The stack without JUnit's frames below the test. */
    static StackTraceElement[] own(StackTraceElement[] stack) {
        int end = 0;
        while (end < Math.min(stack.length, MOST_FRAMES) && !isCaller(stack[end])) {
            end++;
        }
        while (end > 0 && end < stack.length && stack[end - 1].getClassName().equals(REFLECTION)) {
            end--;
        }
        return Arrays.copyOf(stack, end);
    }

    private static boolean isCaller(StackTraceElement frame) {
        return CALLER.stream().anyMatch(frame.getClassName()::startsWith);
    }

    /** A summary in one line, if the message is one line. */
    String summary() {
        return isAssertion() && message != null ? message : type + (message == null ? "" : ": " + message);
    }

    private boolean isAssertion() {
        return type.equals(AssertionFailedError.class.getName());
    }

    /**
     * Makes an error to throw in this JVM. Its stack trace is the rank's.
     *
     * @param whose words for the rank, with which the message begins
     */
    AssertionFailedError asErrorOf(String whose) {
        String named = whose + ": " + summary();
        AssertionFailedError error = expected == null ? new AssertionFailedError(named)
            : new AssertionFailedError(named, expected, actual);
        error.setStackTrace(stack.toArray(new StackTraceElement[0]));
        if (cause != null) {
            error.initCause(cause.asCause());
        }
        return error;
    }

    private Throwable asCause() {
        Throwable made = new Throwable(summary(), cause == null ? null : cause.asCause());
        made.setStackTrace(stack.toArray(new StackTraceElement[0]));
        return made;
    }

    static void write(DataOutputStream out, RankFailure failure) throws IOException {
        out.writeBoolean(failure != null);
        if (failure == null) {
            return;
        }
        text(out, failure.type);
        text(out, failure.message);
        text(out, failure.expected);
        text(out, failure.actual);
        out.writeInt(failure.stack.size());
        for (StackTraceElement frame : failure.stack) {
            text(out, frame.getClassName());
            text(out, frame.getMethodName());
            text(out, frame.getFileName());
            out.writeInt(frame.getLineNumber());
        }
        write(out, failure.cause);
    }

    static RankFailure read(DataInputStream in) throws IOException {
        if (!in.readBoolean()) {
            return null;
        }
        String type = text(in);
        String message = text(in);
        String expected = text(in);
        String actual = text(in);
        StackTraceElement[] stack = new StackTraceElement[checked(in.readInt(), MOST_FRAMES)];
        for (int i = 0; i < stack.length; i++) {
            stack[i] = new StackTraceElement(text(in), text(in), text(in), in.readInt());
        }
        return new RankFailure(type, message, expected, actual, List.of(stack), read(in));
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        if (text == null) {
            out.writeInt(-1);
            return;
        }
        byte[] bytes = text.substring(0, Math.min(text.length(), LONGEST / 4)).getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length < 0 ? null : new String(in.readNBytes(checked(length, LONGEST)), StandardCharsets.UTF_8);
    }

    private static int checked(int length, int most) throws IOException {
        if (length < 0 || length > most) {
            throw new IOException("a length of " + length + " is no rank's");
        }
        return length;
    }
}
