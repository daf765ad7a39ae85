package tycho.wire;

import java.io.IOException;

/** A message from another process is malformed, or beyond a limit. */
public final class WireException extends IOException {
    private static final long serialVersionUID = 1;

    public WireException(String message) {
        super(message);
    }
}
