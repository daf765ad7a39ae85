package mpj.junit;

import java.util.Arrays;
import java.util.List;

/** The stacks of a JVM's threads, as far as they concern a test. */
final class Dump {
    private Dump() {
    }

    /** The threads that are in a class, or in one inside it; all of them when none is. */
    static String of(String dump, Class<?> inside) {
        String outermost = inside.getName().split("\\$", 2)[0];
        List<String> own = Arrays.stream(dump.split("\\R\\R+"))
            .filter(thread -> thread.contains(outermost + ".") || thread.contains(outermost + "$")).toList();
        return own.isEmpty() ? dump : String.join("\n\n", own);
    }
}
