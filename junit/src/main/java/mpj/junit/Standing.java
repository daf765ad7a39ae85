package mpj.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a rank is doing when a test hangs.
 *
 * @param doing the call that it waits in or the work that it does, in a few words
 * @param stacks the stacks of its threads, limited to those that concern the test
 */
record Standing(String doing, List<Throwable> stacks) {
    private static final Pattern THREAD = Pattern.compile(" {4}(\".*\" \\w+)");
    private static final Pattern FRAME = Pattern.compile(" {8}at (.+)\\.([^.(]+)\\(([^:]*)(?::(\\d+))?\\)");
    private static final int NATIVE = -2;
    private static final String NATIVE_METHOD = "Native Method";

    /** A thread and its stack. */
    private record Stack(String thread, List<StackTraceElement> frames) {
        boolean isIn(Class<?> type) {
            String outermost = type.getName().split("\\$", 2)[0];
            return frames.stream().map(StackTraceElement::getClassName)
                .anyMatch(name -> name.equals(outermost) || name.startsWith(outermost + "$"));
        }

        Throwable asThrowable(int rank) {
            Throwable made = new Throwable("rank " + rank + ": " + thread);
            made.setStackTrace(RankFailure.own(frames.toArray(new StackTraceElement[0])));
            return made;
        }
    }

    /**
     * Reads the threads that are in the test, or in the code that runs it. If there are none, all threads are used.
     *
     * @param text the job's report about the rank
     * @param test the class that contains the test
     */
    static Standing of(int rank, String text, Class<?> test) {
        List<String> doing = new ArrayList<>();
        List<Stack> all = new ArrayList<>();
        for (String line : text.lines().toList()) {
            Matcher thread = THREAD.matcher(line);
            Matcher frame = FRAME.matcher(line);
            if (thread.matches()) {
                all.add(new Stack(thread.group(1), new ArrayList<>()));
            } else if (frame.matches() && !all.isEmpty()) {
                all.getLast().frames.add(element(frame));
            } else if (all.isEmpty()) {
                doing.add(line);
            }
        }
        List<Stack> own = all.stream().filter(stack -> stack.isIn(test) || stack.isIn(RankOfTest.class)).toList();
        return new Standing(String.join("; ", doing),
            (own.isEmpty() ? all : own).stream().map(stack -> stack.asThrowable(rank)).toList());
    }

    private static StackTraceElement element(Matcher frame) {
        String file = frame.group(3);
        String line = frame.group(4);
        return new StackTraceElement(frame.group(1), frame.group(2), line == null ? null : file,
            line != null ? Integer.parseInt(line) : file.equals(NATIVE_METHOD) ? NATIVE : -1);
    }
}
