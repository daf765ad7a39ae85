package mpi;

import java.util.ArrayList;
import java.util.List;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.runtime.bootstrap.BootstrapException;
import mpj.settings.SettingException;
import mpj.transport.spi.TransportException;

/**
 * What {@link MPI#Init} throws when the job cannot be joined as it is asked to be: a sentence on what is missing here
 * and what to do, from the line of the program that asked. Where in the library that was found is for the log, at
 * debug level: on a terminal it would hide the sentence.
 */
final class InitFailure {
    private static final String LAUNCHER = "mpj.runtime.";

    private InitFailure() {
    }

    /** The exception to throw; what is no refusal, but a fault of the library, is left as it is. */
    static RuntimeException of(RuntimeException cause) {
        MPIException failure = switch (cause) {
            case MPIException mpi -> mpi;
            case SettingException setting -> new MPIException(ErrorClass.ERR_ARG, setting.getMessage());
            case EngineException engine -> new MPIException(engine.error(), engine.getMessage());
            case TransportException transport -> new MPIException(ErrorClass.ERR_OTHER, transport.getMessage());
            case BootstrapException bootstrap -> new MPIException(ErrorClass.ERR_OTHER, bootstrap.getMessage());
            default -> null;
        };
        if (failure == null) {
            return cause;
        }
        System.getLogger("mpj").log(System.Logger.Level.DEBUG, "MPI.Init failed", cause);
        failure.setStackTrace(programOnly(failure.getStackTrace()));
        return failure;
    }

    /** Without what Init called, and what called the program. */
    private static StackTraceElement[] programOnly(StackTraceElement[] frames) {
        List<StackTraceElement> program = new ArrayList<>();
        for (StackTraceElement frame : frames) {
            if (frame.getClassName().startsWith(LAUNCHER) && !program.isEmpty()) {
                break;
            }
            program.add(frame);
            if (frame.getClassName().equals(MPI.class.getName())) {
                program.clear();
            }
        }
        return program.toArray(StackTraceElement[]::new);
    }
}
