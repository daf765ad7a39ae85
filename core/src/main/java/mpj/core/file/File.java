package mpj.core.file;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import mpj.core.comm.Communicator;
import mpj.core.comm.Info;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.error.ErrorHandling;
import mpj.core.error.LiveEngine;
import mpj.core.group.ProcessGroup;
import mpj.core.request.Requests;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.ExternalOperation;
import mpj.engine.Operation;

/**
 * A file that the ranks of a communicator read and write, as it is below the APIs. The file of an API holds one of
 * these and calls it for everything. MPI: MPI_File. Its methods throw the exceptions that the API's error handling
 * makes. Any thread may use it, but two threads must not be at once in calls that all ranks make together.
 *
 * <p>Offsets and pointers are in etypes of the view; displacements and sizes are in bytes.
 */
public final class File {
    /** Stands for a displacement: the place of the shared pointer. */
    public static final int DISPLACEMENT_CURRENT = -1;
    public static final int SEEK_SET = 0;
    public static final int SEEK_CUR = 1;
    public static final int SEEK_END = 2;

    private final Communicator comm;
    private final LiveEngine live;
    private final ErrorHandling errors;
    private final Requests requests;
    private final AccessMode mode;
    private final Aggregators aggregators;
    private final DataFile file;
    private final Ranks ranks;
    private final SharedPointer shared;
    /** The rank's own pointer. */
    private final AtomicLong pointer = new AtomicLong();
    private final Accesses accesses;
    private volatile Independent.Manner manner;
    private volatile boolean closed;

    private File(Communicator parent, Opening.Opened opened) {
        comm = opened.comm();
        live = comm.live();
        errors = parent.errors().ofAnother("file");
        requests = new Requests(live, errors, comm.membership().ranks);
        mode = opened.mode();
        aggregators = opened.aggregators();
        file = opened.file();
        manner = new Independent.Manner(View.ofBytes(0), opened.hints(), false);
        ranks = opened.ranks();
        shared = new SharedPointer(comm);
        accesses = new Accesses(opened, shared, pointer, () -> manner);
        pointer.set(opened.start());
        if (mode.has(AccessMode.APPEND)) {
            if (ranks.rank() == 0) {
                shared.set(opened.start());
            }
            ranks.barrier();
        }
    }

    // ------------------------------------------------------------------------------------------- open and close

    /**
     * MPI_File_open. All ranks call this.
     *
     * @param name the file's name
     * @param amode the access mode, in MPI's bits
     * @param hints may be {@link Info#none}
     */
    public static File open(Communicator comm, String name, int amode, Info hints) {
        if (comm == null) {
            throw new EngineException(ErrorClass.ERR_COMM, "comm is null; pass one such as MPI.COMM_WORLD");
        }
        comm.checkOpen();
        return comm.errors().ofAnother("file").result(() -> {
            Opening.Opened opened = new Opening(name, amode, hints).open(comm);
            try {
                return new File(comm, opened);
            } catch (RuntimeException | Error e) {
                Opening.closeAfter(e, opened.file());
                opened.comm().free();
                throw e;
            }
        });
    }

    /** MPI_File_delete. One process calls this. */
    public static void delete(String name) {
        DataFile.delete(Opening.path(name));
    }

    /** MPI_File_close. All ranks call this. */
    public void close() {
        run(() -> {
            ranks.agree(accesses.splitUnderWay("the file cannot be closed before that"));
            accesses.awaitAll();
            closed = true;
            EngineException failure = FileErrors.attempt(mode.has(AccessMode.DELETE_ON_CLOSE) ? file::close
                : file::finish);
            try {
                shared.close();
                EngineException deletion = null;
                if (mode.has(AccessMode.DELETE_ON_CLOSE)) {
                    ranks.barrier(); // now no rank has it open any more
                    deletion = doneByFirst(() -> DataFile.delete(file.path()));
                }
                ranks.agree(failure == null ? deletion : failure);
            } finally {
                comm.free(); // the file is closed, even if there was an error
            }
        });
    }

    // ------------------------------------------------------------------------------------------- the file as a whole

    /** MPI_File_set_size. All ranks call this. */
    public void size(long bytes) {
        run(() -> {
            checkSame("size", bytes, wrongSize(bytes));
            ranks.agree(doneByFirst(() -> file.size(bytes)));
        });
    }

    /** MPI_File_preallocate. All ranks call this. */
    public void preallocate(long bytes) {
        run(() -> {
            checkSame("size", bytes, wrongSize(bytes));
            ranks.agree(doneByFirst(() -> file.preallocate(bytes)));
        });
    }

    private EngineException wrongSize(long bytes) {
        return bytes < 0 ? new EngineException(ErrorClass.ERR_ARG, "size is " + bytes + "; it must not be negative")
            : mode.has(AccessMode.SEQUENTIAL) ? mode.sequential(file.path(), "its size cannot be set")
            : mode.notWritten(file.path());
    }

    /**
     * Throws on all ranks if they do not pass the same number, or if something is wrong on any of them.
     *
     * @param wrong what is wrong on this rank; or null
     */
    private void checkSame(String name, long number, EngineException wrong) {
        long[] numbers = ranks.allgather(wrong, number);
        for (int rank = 1; rank < ranks.size(); rank++) {
            if (numbers[rank] != numbers[0]) {
                throw new EngineException(ErrorClass.ERR_NOT_SAME, name + " is " + numbers[0] + " on rank 0, and "
                    + numbers[rank] + " on rank " + rank + "; all ranks must pass the same");
            }
        }
    }

    private EngineException doneByFirst(Runnable action) {
        return ranks.rank() == 0 ? FileErrors.attempt(action) : null;
    }

    /** MPI_File_get_size: in bytes. */
    public long size() {
        return result(file::size);
    }

    /** MPI_File_get_group. */
    public ProcessGroup group() {
        checkOpen();
        return comm.group();
    }

    /** MPI_File_get_amode. */
    public int mode() {
        checkOpen();
        return mode.bits();
    }

    /** MPI_File_set_info. All ranks call this; the hints of rank 0 count. */
    public void info(Info more) {
        run(() -> setHints(more));
    }

    private void setHints(Info more) {
        Hints mine = null;
        EngineException wrong = null;
        try {
            if (more == null) {
                throw new EngineException(ErrorClass.ERR_INFO, "info is null; pass MPI.INFO_NULL if there is none");
            }
            mine = manner.hints().with(more);
        } catch (RuntimeException | Error e) {
            wrong = FileErrors.ofPart(e);
        }
        ranks.agree(wrong);
        manner = new Independent.Manner(manner.view(), Hints.of(ranks.broadcast(mine.toInts())), manner.atomic());
    }

    /** MPI_File_get_info: the hints that the library heeds, with the values in use. */
    public Info info() {
        checkOpen();
        Info inUse = Info.empty();
        manner.hints().addTo(inUse, aggregators.of(manner.hints()).length);
        return inUse;
    }

    /** MPI_File_set_atomicity. All ranks call this. */
    public void atomicity(boolean wanted) {
        run(() -> {
            checkSame("atomicity", wanted ? 1 : 0, null);
            manner = new Independent.Manner(manner.view(), manner.hints(), wanted);
        });
    }

    /** MPI_File_get_atomicity. */
    public boolean atomicity() {
        checkOpen();
        return manner.atomic();
    }

    /** MPI_File_sync. All ranks call this. */
    public void sync() {
        run(() -> ranks.agree(FileErrors.attempt(file::force)));
    }

    // ------------------------------------------------------------------------------------------- the view

    /**
     * MPI_File_set_view. All ranks call this.
     *
     * @param displacement in bytes, or {@link #DISPLACEMENT_CURRENT}
     * @param hints may be {@link Info#none}
     */
    public void view(long displacement, TypeDescriptor etype, TypeDescriptor filetype, String datarep, Info hints) {
        run(() -> {
            View made = null;
            EngineException wrong = null;
            try {
                long from = displacement == DISPLACEMENT_CURRENT && mode.has(AccessMode.SEQUENTIAL)
                    ? manner.view().at(shared.get() * manner.view().etypeBytes()) : displacement;
                made = View.of(from, etype, filetype, datarep, mode.isWritten());
            } catch (RuntimeException | Error e) {
                wrong = FileErrors.ofPart(e);
            }
            checkSame("the size of etype", made == null ? 0 : made.etypeBytes(), wrong);
            checkSame("the number of datarep (0 native, 1 internal, 2 external32)",
                made.representation().ordinal(), null);
            setHints(hints);
            manner = new Independent.Manner(made, manner.hints(), manner.atomic());
            pointer.set(0);
            if (ranks.rank() == 0) {
                shared.set(0);
            }
            ranks.barrier();
        });
    }

    /** Where the view begins, in bytes. MPI: MPI_File_get_view. */
    public long displacement() {
        checkOpen();
        return manner.view().displacement();
    }

    /** How the view's elements are written. MPI: MPI_File_get_view. */
    public String representation() {
        checkOpen();
        return manner.view().representation().toString();
    }

    /** MPI_File_get_type_extent: in bytes of the file. */
    public long extent(TypeDescriptor datatype) {
        return result(() -> {
            if (datatype == null) {
                throw new EngineException(ErrorClass.ERR_TYPE, "datatype is null; pass one such as MPI.INT");
            }
            return datatype.map().extent() * datatype.elementBytes();
        });
    }

    /** MPI_File_get_byte_offset. */
    public long byteOffset(long offset) {
        return result(() -> {
            View seen = manner.view();
            seen.check("offset", offset);
            return seen.at(offset * seen.etypeBytes());
        });
    }

    // ------------------------------------------------------------------------------------------- pointers

    /** MPI_File_seek. */
    public void seek(long offset, int whence) {
        run(() -> {
            checkNotSequential("it has no individual pointers");
            pointer.set(target(offset, whence, pointer.get()));
        });
    }

    private void checkNotSequential(String rule) {
        EngineException wrong = mode.sequential(file.path(), rule);
        if (wrong != null) {
            throw wrong;
        }
    }

    private long target(long offset, int whence, long current) {
        long from = switch (whence) {
            case SEEK_SET -> 0;
            case SEEK_CUR -> current;
            case SEEK_END -> end();
            default -> throw new EngineException(ErrorClass.ERR_ARG, "whence is " + whence
                + "; it must be MPI.SEEK_SET, MPI.SEEK_CUR or MPI.SEEK_END");
        };
        View seen = manner.view();
        if (offset > 0) {
            seen.check("offset", offset);
        }
        if (from + offset < 0) {
            throw new EngineException(ErrorClass.ERR_ARG, "offset is " + offset + ", which leads to " + (from + offset)
                + "; the pointer must not be negative");
        }
        seen.check("the pointer", from + offset);
        return from + offset;
    }

    /** The place, in etypes, of the first etype that has no byte in the file. */
    private long end() {
        View seen = manner.view();
        long size = file.size();
        if (seen.isOrdered()) {
            return (seen.before(size) + seen.etypeBytes() - 1) / seen.etypeBytes();
        }
        long offset = 0; // the view goes back in the file, so the end is found by trying
        while (seen.at(offset * seen.etypeBytes()) < size) {
            offset++;
        }
        return offset;
    }

    /** MPI_File_get_position. */
    public long pointer() {
        return result(() -> {
            checkNotSequential("it has no individual pointers");
            return pointer.get();
        });
    }

    /** MPI_File_seek_shared. All ranks call this. */
    public void seekShared(long offset, int whence) {
        run(() -> {
            EngineException wrong = mode.sequential(file.path(), "its pointer only goes forward");
            long target = 0;
            try {
                target = wrong == null ? target(offset, whence, shared.get()) : 0;
            } catch (RuntimeException | Error e) {
                wrong = FileErrors.ofPart(e);
            }
            checkSame("offset", offset, wrong);
            checkSame("whence", whence, null);
            if (ranks.rank() == 0) {
                shared.set(target);
            }
            ranks.barrier();
        });
    }

    /** MPI_File_get_position_shared. */
    public long sharedPointer() {
        return result(() -> {
            checkNotSequential("the position of its pointer cannot be asked for");
            return shared.get();
        });
    }

    // ------------------------------------------------------------------------------------------- reading, writing

    /**
     * Reads or writes, and waits for the end.
     *
     * @param offset where the access begins, if an offset says so
     * @param buf an array, a java.nio buffer or a segment
     * @return the operation, which knows what was moved
     */
    public ExternalOperation access(Access access, long offset, Object buf, int count, TypeDescriptor datatype) {
        return result(() -> accesses.access(access, offset, buf, count, datatype));
    }

    /**
     * Reads or writes in the background. A java.nio buffer must be direct. The program must not use the buffer until
     * the operation is complete.
     */
    public Operation start(Access access, long offset, Object buf, int count, TypeDescriptor datatype) {
        return result(() -> accesses.start(access, offset, buf, count, datatype));
    }

    /** Begins a split collective operation. */
    public void begin(Access access, long offset, Object buf, int count, TypeDescriptor datatype) {
        run(() -> accesses.begin(access, offset, buf, count, datatype));
    }

    /** Ends a split collective operation. */
    public ExternalOperation end(Access access, Object buf) {
        return result(() -> accesses.end(access, buf));
    }

    /** Completes the operations that {@link #start} returns. */
    public Requests requests() {
        return requests;
    }

    // ------------------------------------------------------------------------------------------- errors

    /**
     * Sets how errors are handled.
     *
     * @param handler the API's object
     */
    public void errorHandler(Object handler, boolean fatal) {
        checkOpen();
        errors.set(handler, fatal);
    }

    /** The API's object. */
    public Object errorHandler() {
        checkOpen();
        return errors.handler();
    }

    /** Handles an error of this class as if a call had found it. MPI: MPI_File_call_errhandler. */
    public void callErrorHandler(int code) {
        checkOpen();
        throw errors.called(code);
    }

    /** Throws if the file was closed, or MPI has ended. */
    private void checkOpen() {
        if (closed) {
            throw errors.raise(ErrorClass.ERR_FILE, "file " + file.path() + " was closed; no call may use it");
        }
        if (!live.isLive()) {
            throw errors.raise(LiveEngine.ended());
        }
    }

    private void run(Runnable call) {
        checkOpen();
        errors.run(call);
    }

    private <T> T result(Supplier<T> call) {
        checkOpen();
        return errors.result(call);
    }
}
