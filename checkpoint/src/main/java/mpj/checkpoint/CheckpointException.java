package mpj.checkpoint;

import java.io.IOException;

/**
 * Reports that a checkpoint cannot be written, or cannot be restored. The message names the file or the registered
 * name, the value, and the remedy. If one rank of a call throws this exception, every rank of the call throws it.
 */
public final class CheckpointException extends IOException {
    private static final long serialVersionUID = 1L;

    CheckpointException(String message) {
        super(message);
    }

    CheckpointException(String message, Throwable cause) {
        super(message, cause);
    }
}
