package mpj.core.error;

import java.util.ArrayList;
import java.util.List;
import mpj.engine.EngineException;

/**
 * The error that Init throws when this process cannot join the job as it was asked to. It is one sentence, which says
 * what is missing here and what to do. It points to the program's line that called Init. The place in the library where
 * the error was found is logged at debug level, because on a terminal it would hide the sentence.
 */
public final class InitFailure {
    private static final String LAUNCHER = "mpj.runtime.";

    private InitFailure() {
    }

    /** The error to throw. A fault of the library, which is not a refusal, is returned as it is. */
    public static RuntimeException of(RuntimeException cause) {
        if (!(EngineException.of(cause) instanceof EngineException error)) {
            return cause;
        }
        System.getLogger("mpj").log(System.Logger.Level.DEBUG, "MPI.Init failed", cause);
        return new EngineException(error.error(), error.getMessage());
    }

    /**
     * Sets the stack of an exception so that it seems to come from the program's line that called Init.
     *
     * @param api the class that has Init
     */
    public static <E extends Throwable> E atCaller(E failure, Class<?> api) {
        failure.setStackTrace(programOnly(failure.getStackTrace(), api.getName()));
        return failure;
    }

    /**
     * The frames of the program: without the frames that Init called, and without the frames that called the program.
     */
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
