package mpj.core.file;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import mpj.core.comm.Communicator;
import mpj.core.comm.Info;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** Opens a file. Afterwards all ranks have it open, or none has. */
final class Opening {
    /** The number of ints that a rank tells: an error's code, and its mode. */
    private static final int TOLD = 2;

    private final String name;
    private final AccessMode mode;
    private final Info info;

    Opening(String name, int amode, Info info) {
        this.name = name;
        this.mode = new AccessMode(amode);
        this.info = info;
    }

    /** The name of a file as a path. */
    static Path path(String name) {
        if (name == null || name.isEmpty()) {
            throw new EngineException(ErrorClass.ERR_BAD_FILE, "filename is " + (name == null ? "null" : "empty")
                + "; pass the name of a file");
        }
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new EngineException(ErrorClass.ERR_BAD_FILE, "filename is no name of a file: " + e.getMessage(), e);
        }
    }

    private EngineException wrong() {
        try {
            path(name);
            EngineException wrong = mode.wrong();
            if (wrong == null && info == null) {
                return new EngineException(ErrorClass.ERR_INFO, "info is null; pass MPI.INFO_NULL if there is none");
            }
            if (wrong == null) {
                Hints.USUAL.with(info);
            }
            return wrong;
        } catch (RuntimeException | Error e) {
            return FileErrors.ofPart(e);
        }
    }

    /**
     * A file that was opened.
     *
     * @param start where all pointers begin, in bytes
     */
    record Opened(Communicator comm, Ranks ranks, DataFile file, AccessMode mode, Hints hints,
                  Aggregators aggregators, long start) {
    }

    /** All ranks call this. */
    Opened open(Communicator parent) {
        if (parent.isInter()) {
            throw new EngineException(ErrorClass.ERR_COMM, "comm is an intercommunicator; a file needs one group");
        }
        EngineException wrong = wrong();
        Communicator comm = parent.creation().duplicate();
        comm.errors().throwAll();
        Ranks ranks = new Ranks(comm, 0);
        try {
            int[] told = ranks.allgather(Ranks.code(wrong), mode.bits());
            ranks.checkAll(wrong, told, TOLD);
            for (int rank = 1; rank < ranks.size(); rank++) {
                if (told[rank * TOLD + 1] != told[1]) {
                    throw new EngineException(ErrorClass.ERR_NOT_SAME, "amode is " + told[1] + " on rank 0, and "
                        + told[rank * TOLD + 1] + " on rank " + rank + "; all ranks must pass the same");
                }
            }
            return opened(comm, ranks, open(ranks));
        } catch (RuntimeException | Error e) {
            comm.free();
            throw e;
        }
    }

    private Opened opened(Communicator comm, Ranks ranks, DataFile file) {
        try {
            Hints hints = Hints.of(ranks.broadcast(Hints.USUAL.with(info).toInts()));
            return new Opened(comm, ranks, file, mode, hints, Aggregators.of(comm), start(ranks, file));
        } catch (RuntimeException | Error e) {
            closeAfter(e, file);
            throw e;
        }
    }

    private long start(Ranks ranks, DataFile file) {
        if (!mode.has(AccessMode.APPEND)) {
            return 0;
        }
        long[] size = new long[1];
        ranks.agree(FileErrors.attempt(() -> size[0] = file.size()));
        return size[0];
    }

    /** Closes the file after an error, which says more than an error of the closing. */
    static void closeAfter(Throwable error, DataFile file) {
        EngineException failure = FileErrors.attempt(file::close);
        if (failure != null) {
            error.addSuppressed(failure);
        }
    }

    /**
     * Opens the file on rank 0 first, which creates the file if the mode asks for this, and then on the other ranks.
     */
    private DataFile open(Ranks ranks) {
        Path path = path(name);
        DataFile file = null;
        EngineException failure = null;
        for (boolean first : new boolean[] {true, false}) {
            if (first == (ranks.rank() == 0)) {
                try {
                    file = DataFile.open(path, first ? mode : mode.forOtherRanks());
                } catch (RuntimeException | Error e) {
                    failure = FileErrors.ofPart(e);
                }
            }
            try {
                ranks.agree(failure);
            } catch (RuntimeException | Error e) {
                if (file != null) {
                    closeAfter(e, file);
                }
                throw e;
            }
        }
        return file;
    }
}
