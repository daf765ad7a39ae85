package mpj.runtime.hang;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The threads that the program of one rank runs, and what their stacks tell: which line of the program they are at, and
 * in which call of MPI. Virtual threads are not among them: a JVM does not list them.
 */
final class ProgramThreads {
    private static final String OWN_THREADS = "mpj-";
    /** What the main thread becomes once it has returned. */
    private static final String RETURNED = "DestroyJavaVM";
    private static final String API = "mpi.";
    /** Packages of the library, whose frames are folded into one line. */
    private static final List<String> LIBRARY = List.of("mpj.core.", "mpj.engine.", "mpj.transport.",
        "mpj.collectives.", "mpj.runtime.", "mpj.bindings.", "mpj.events.", "mpjbuf.");
    /** What a program's own frames rest on; a line there tells nobody where the program is. */
    private static final List<String> PLATFORM = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    /** Packages of the JDK that are no API. A thread that begins there is the JVM's, unless the program runs in it. */
    private static final List<String> INTERNAL = List.of("jdk.", "sun.", "com.sun.");
    private static final String THREAD = Thread.class.getName();
    /** Where an idle worker of a pool waits for work, which none but a thread of the program gives it. */
    private static final Set<String> IDLE = Set.of("java.util.concurrent.ForkJoinPool.awaitWork",
        "java.util.concurrent.ForkJoinPool.runWorker");

    private final ThreadGroup group;

    /** @param group all threads of the rank are in it, or in groups below it */
    ProgramThreads(ThreadGroup group) {
        this.group = group;
    }

    /** One thread, as its stack shows it at one moment. */
    record Shown(Thread thread, Thread.State state, StackTraceElement[] stack) {
        static Shown of(Thread thread) {
            return new Shown(thread, thread.getState(), thread.getStackTrace());
        }

        /** The name of the call of MPI that it is in, or empty. */
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

        /** The program's source line, as {@code Solver.java:41}; empty if it has none. */
        String at() {
            for (StackTraceElement frame : stack) {
                if (!isFolded(frame) && !isOfApi(frame) && !isPlatform(frame)) {
                    return frame.getFileName() == null ? frame.getClassName() + "." + frame.getMethodName()
                        : frame.getFileName() + ":" + frame.getLineNumber();
                }
            }
            return "";
        }

        /** Whether it may go on without a message. */
        boolean goesOn() {
            return switch (state) {
                case RUNNABLE, NEW -> true;
                case TIMED_WAITING -> Arrays.stream(stack).noneMatch(
                    frame -> IDLE.contains(frame.getClassName() + "." + frame.getMethodName()));
                case WAITING, BLOCKED, TERMINATED -> false;
            };
        }

        /** Whether it is a thread of the JVM's, as Flight Recorder and JMX have some. */
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

        /** What it does outside MPI, or in a call of MPI that does not wait in the engine, as Init. */
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

        /** As a JVM prints it, with the frames of the library folded. */
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

        /** How many frames are above that of the API: the library's, and those of the JDK that it calls. */
        private int framesInCall() {
            int frames = 0;
            while (frames < stack.length && (isFolded(stack[frames]) || isPlatform(stack[frames]))) {
                frames++;
            }
            return frames < stack.length && isOfApi(stack[frames]) ? frames : 0;
        }

        /** Without module and version, which are the same in every line. */
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

        /** Packages below the API's are the program's. */
        private static boolean isOfApi(StackTraceElement frame) {
            return frame.getClassName().startsWith(API) && frame.getClassName().indexOf('.', API.length()) < 0;
        }

        private static boolean isPlatform(StackTraceElement frame) {
            return PLATFORM.stream().anyMatch(frame.getClassName()::startsWith);
        }
    }

    /** All that run, in the order of their start: the main thread is the first. */
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
