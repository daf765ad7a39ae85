package mpj.core.file;

import java.nio.file.Path;
import java.util.Set;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * How a file is opened. MPI: the access mode.
 *
 * @param bits the bits of the mode, as the APIs have them
 */
record AccessMode(int bits) {
    static final int CREATE = 1;
    static final int RDONLY = 1 << 1;
    static final int WRONLY = 1 << 2;
    static final int RDWR = 1 << 3;
    static final int DELETE_ON_CLOSE = 1 << 4;
    static final int EXCL = 1 << 6;
    static final int APPEND = 1 << 7;
    static final int SEQUENTIAL = 1 << 8;

    private static final int ALL = (SEQUENTIAL << 1) - 1;
    private static final Set<Integer> WAYS = Set.of(RDONLY, WRONLY, RDWR);

    /** Why no file can be opened with this mode; null if a file can be. */
    EngineException wrong() {
        String text = null;
        if ((bits & ~ALL) != 0) {
            text = "has bits that no mode has";
        } else if (!WAYS.contains(bits & (RDONLY | WRONLY | RDWR))) {
            text = "must have exactly one of MPI.MODE_RDONLY, MPI.MODE_WRONLY and MPI.MODE_RDWR";
        } else if (has(RDONLY) && (has(CREATE) || has(EXCL))) {
            text = "has MPI.MODE_RDONLY, which creates no file: leave out MPI.MODE_CREATE and MPI.MODE_EXCL";
        } else if (has(RDWR) && has(SEQUENTIAL)) {
            text = "has MPI.MODE_SEQUENTIAL, which allows either reading or writing: take MPI.MODE_RDONLY or"
                + " MPI.MODE_WRONLY";
        }
        return text == null ? null : new EngineException(ErrorClass.ERR_AMODE, "amode " + bits + " " + text);
    }

    boolean has(int bit) {
        return (bits & bit) != 0;
    }

    boolean isRead() {
        return !has(WRONLY);
    }

    boolean isWritten() {
        return !has(RDONLY);
    }

    /** Why a file that was opened with this mode cannot be written; null if it can be. */
    EngineException notWritten(Path file) {
        return isWritten() ? null : new EngineException(ErrorClass.ERR_READ_ONLY, "file " + file
            + " is only read: it was opened with MPI.MODE_RDONLY; open it with MPI.MODE_RDWR to change it");
    }

    /** Why a file that was opened with this mode cannot be read; null if it can be. */
    EngineException notRead(Path file) {
        return isRead() ? null : new EngineException(ErrorClass.ERR_ACCESS, "file " + file
            + " is only written: it was opened with MPI.MODE_WRONLY; open it with MPI.MODE_RDWR to read it as well");
    }

    /** Why a call is not allowed on a file that is opened with MPI.MODE_SEQUENTIAL; null if this is another mode. */
    EngineException sequential(Path file, String rule) {
        return !has(SEQUENTIAL) ? null : new EngineException(ErrorClass.ERR_UNSUPPORTED_OPERATION, "file " + file
            + " was opened with MPI.MODE_SEQUENTIAL: " + rule);
    }

    /** The mode of the ranks that open the file after rank 0 has made it. */
    AccessMode forOtherRanks() {
        return new AccessMode(bits & ~EXCL);
    }
}
