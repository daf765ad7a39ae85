package mpj.runtime.hang;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The threads that the program of one rank runs. Their stacks show at which line of the program they are, and in which
 * call of MPI. Virtual threads are missing, because a JVM does not list them.
 */
final class ProgramThreads {
    private static final String OWN_THREADS = "mpj-";
    /** The name of the main thread after it has returned. */
    private static final String RETURNED = "DestroyJavaVM";
    private static final String API = "mpi.";
    /** The library's packages, whose frames are printed as one line. */
    private static final List<String> LIBRARY = List.of("mpj.core.", "mpj.engine.", "mpj.transport.",
        "mpj.collectives.", "mpj.runtime.", "mpj.bindings.", "mpj.events.", "mpjbuf.");
    /** Packages below the program's own frames. A line in these packages does not show where the program is. */
    private static final List<String> PLATFORM = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    /**
     * Packages of the JDK that are not public. A thread that begins in them belongs to the JVM, unless the program runs
     * in it.
     */
    private static final List<String> INTERNAL = List.of("jdk.", "sun.", "com.sun.");
    private static final String THREAD = Thread.class.getName();
    /** The places where an idle worker of a pool waits for work. Only a thread of the program gives it work. */
    private static final Set<String> IDLE = Set.of("java.util.concurrent.ForkJoinPool.awaitWork",
        "java.util.concurrent.ForkJoinPool.runWorker");

    private final ThreadGroup group;

    /** @param group contains all threads of the rank, directly or in groups below */
    ProgramThreads(ThreadGroup group) {
        this.group = group;
    }

    /** A thread as its stack shows it at one moment. */
    record Shown(Thread thread, Thread.State state, StackTraceElement[] stack) {
        static Shown of(Thread thread) {
            return new Shown(thread, thread.getState(), thread.getStackTrace());
        }

        /** The name of the MPI call that the thread is in, or empty. */
        String call() {
            String call = "";
            for (StackTraceElement frame : stack) {
                if (isOfApi(frame)) {
                    call = frame.getMethodName();
                } else if (!call.isEmpty()) {
                    return call;
                }
            }
            return call;
        }

        /** The program's source line, such as {@code Solver.java:41}; empty if there is none. */
        String at() {
            for (StackTraceElement frame : stack) {
                if (!isFolded(frame) && !isOfApi(frame) && !isPlatform(frame)) {
                    return frame.getFileName() == null ? frame.getClassName() + "." + frame.getMethodName()
                        : frame.getFileName() + ":" + frame.getLineNumber();
                }
            }
            return "";
        }

        /** Whether the thread may go on without a message. */
        boolean goesOn() {
            return switch (state) {
                case RUNNABLE, NEW -> true;
                case TIMED_WAITING -> Arrays.stream(stack).noneMatch(
                    frame -> IDLE.contains(frame.getClassName() + "." + frame.getMethodName()));
                case WAITING, BLOCKED, TERMINATED -> false;
            };
        }

        /** Whether the thread belongs to the JVM, as with Flight Recorder and JMX. */
        boolean isOfJvm() {
            for (int i = stack.length - 1; i >= 0; i--) {
                String name = stack[i].getClassName();
                if (!name.equals(THREAD)) {
                    return INTERNAL.stream().anyMatch(name::startsWith) && Arrays.stream(stack, 0, i)
                        .allMatch(Shown::isPlatform);
                }
            }
            return false;
        }

        /** What the thread does outside MPI, or in a call of MPI that does not wait in the engine, such as Init. */
        String doing() {
            String call = call();
            String what = !call.isEmpty() ? "in " + call : switch (state) {
                case RUNNABLE, NEW -> "computing";
                case TIMED_WAITING -> "sleeping";
                case WAITING, BLOCKED, TERMINATED -> "waiting outside MPI";
            };
            String at = at();
            return at.isEmpty() ? what : what + ", at " + at;
        }

        /** Prints the stack as a JVM prints it, with the library's frames as one line. */
        void print(StringBuilder text) {
            text.append("    \"").append(thread.getName()).append("\" ").append(state).append('\n');
            int folded = 0;
            int inCall = framesInCall();
            for (int i = 0; i < stack.length; i++) {
                if (i < inCall || isFolded(stack[i])) {
                    folded++;
                    continue;
                }
                fold(text, folded);
                folded = 0;
                text.append("        at ").append(inSource(stack[i])).append('\n');
            }
            fold(text, folded);
        }

        /**
         * The number of frames above the frame of the API. They belong to the library, and to the JDK where the library
         * calls it.
         */
        private int framesInCall() {
            int frames = 0;
            while (frames < stack.length && (isFolded(stack[frames]) || isPlatform(stack[frames]))) {
                frames++;
            }
            return frames < stack.length && isOfApi(stack[frames]) ? frames : 0;
        }

        /** The frame without module and version, which are the same in every line. */
        private static String inSource(StackTraceElement frame) {
            return new StackTraceElement(frame.getClassName(), frame.getMethodName(), frame.getFileName(),
                frame.getLineNumber()).toString();
        }

        private static void fold(StringBuilder text, int folded) {
            if (folded > 0) {
                text.append("        ... ").append(folded).append(folded == 1 ? " frame" : " frames")
                    .append(" of the library\n");
            }
        }

        private static boolean isFolded(StackTraceElement frame) {
            return LIBRARY.stream().anyMatch(frame.getClassName()::startsWith);
        }

        /** Packages below the API's package belong to the program. */
        private static boolean isOfApi(StackTraceElement frame) {
            return frame.getClassName().startsWith(API) && frame.getClassName().indexOf('.', API.length()) < 0;
        }

        private static boolean isPlatform(StackTraceElement frame) {
            return PLATFORM.stream().anyMatch(frame.getClassName()::startsWith);
        }
    }

    /** All running threads in the order of their start, so the main thread comes first. */
    List<Shown> now() {
        Thread[] threads = new Thread[Math.max(16, 2 * group.activeCount())];
        int count = group.enumerate(threads);
        List<Shown> shown = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = threads[i].getName();
            Shown each = Shown.of(threads[i]);
            if (!name.startsWith(OWN_THREADS) && !name.equals(RETURNED) && !each.isOfJvm()) {
                shown.add(each);
            }
        }
        shown.sort(Comparator.comparingLong(each -> each.thread().threadId()));
        return shown;
    }
}
