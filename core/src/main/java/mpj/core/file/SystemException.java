package mpj.core.file;

import java.io.IOException;
import mpj.engine.ErrorClass;

/** A call that the operating system has refused. It carries the class of the error, which the number of it says. */
final class SystemException extends IOException {
    private static final long serialVersionUID = 1L;

    private final ErrorClass error;

    SystemException(ErrorClass error, String text) {
        super(text);
        this.error = error;
    }

    ErrorClass error() {
        return error;
    }
}
