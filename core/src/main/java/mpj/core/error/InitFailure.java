package mpj.core.error;

import java.util.ArrayList;
import java.util.List;
import mpj.engine.EngineException;

/**
 * The error that Init throws when the job cannot be joined as it is asked to be. It is one sentence, which says what is
 * missing here and what to do. It points to the program's line that called Init. Where in the library the error was
 * found is logged at debug level: on a terminal it would hide the sentence.
 */
public final class InitFailure {
    private static final String LAUNCHER = "mpj.runtime.";

    private InitFailure() {
    }

    /** The error to throw. A fault of the library, which is no refusal, is returned as it is. */
    public static RuntimeException of(RuntimeException cause) {
        if (!(EngineException.of(cause) instanceof EngineException error)) {
            return cause;
        }
        System.getLogger("mpj").log(System.Logger.Level.DEBUG, "MPI.Init failed", cause);
        return new EngineException(error.error(), error.getMessage());
    }

    /**
     * Makes an exception seem to come from the program's line that called Init.
     *
     * @param api the class that has Init
     */
    public static <E extends Throwable> E atCaller(E failure, Class<?> api) {
        failure.setStackTrace(programOnly(failure.getStackTrace(), api.getName()));
        return failure;
    }

    /** The frames without those that Init called, and without those that called the program. */
    private static StackTraceElement[] programOnly(StackTraceElement[] frames, String api) {
        List<StackTraceElement> program = new ArrayList<>();
        for (StackTraceElement frame : frames) {
            if (frame.getClassName().startsWith(LAUNCHER) && !program.isEmpty()) {
                break;
            }
            program.add(frame);
            if (frame.getClassName().equals(api)) {
                program.clear();
            }
        }
        return program.toArray(StackTraceElement[]::new);
    }
}
