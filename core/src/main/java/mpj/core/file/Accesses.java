package mpj.core.file;

import java.nio.Buffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.error.LiveEngine;
import mpj.core.message.BufferArgument;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.ExternalOperation;
import mpj.engine.Operation;

/**
 * How the calls of a file read and write: what they check, where each access begins, whether this rank makes it alone
 * or all ranks together, and whether they make it at once or in the background.
 */
final class Accesses {
    private final LiveEngine live;
    private final AccessMode mode;
    private final Path path;
    private final Ranks ranks;
    private final SharedPointer shared;
    /** The rank's own pointer, in etypes. */
    private final AtomicLong pointer;
    /** How an access that begins now is carried out. */
    private final Supplier<Independent.Manner> manner;
    private final Independent independent;
    private final CollectiveAccess collective;
    /** For accesses that all ranks make together in the background. */
    private final CollectiveAccess collectiveBehind;
    private final Background background;
    private Split split;

    /** A split collective operation under way. */
    private record Split(Access access, Object buf, Operation operation) {
    }

    Accesses(Opening.Opened opened, SharedPointer shared, AtomicLong pointer, Supplier<Independent.Manner> manner) {
        live = opened.comm().live();
        mode = opened.mode();
        path = opened.file().path();
        ranks = opened.ranks();
        this.shared = shared;
        this.pointer = pointer;
        this.manner = manner;
        Staging staging = new Staging();
        independent = new Independent(opened.file(), staging);
        collective = new CollectiveAccess(opened.file(), staging, ranks, opened.aggregators());
        collectiveBehind = new CollectiveAccess(opened.file(), staging, new Ranks(opened.comm(), 1),
            opened.aggregators());
        background = new Background(live);
    }

    /** Returns when all operations that were started are over. */
    void awaitAll() {
        background.close();
    }

    // ------------------------------------------------------------------------------------------- reading, writing

    /** What one call accesses. */
    private record Wanted(Independent.Manner manner, long position, long etypes, Stream stream) {
        long etypeBytes() {
            return manner.view().etypeBytes();
        }
    }

    /**
     * Reads or writes, and waits for the end.
     *
     * @param offset where the access begins, if an offset says so
     * @param buf an array, a java.nio buffer or a segment
     * @return the operation, which knows what was moved
     */
    ExternalOperation access(Access access, long offset, Object buf, int count, TypeDescriptor datatype) {
        ExternalOperation moved = new ExternalOperation();
        if (access.collective) {
            Checked checked = checked(access, offset, buf, count, datatype);
            together(access, collective, startOf(access, checked), checked, moved);
        } else {
            Wanted wanted = wanted(access, offset, buf, count, datatype);
            alone(access, wanted, moved);
            retreat(access, wanted, moved.bytes());
        }
        return moved;
    }

    /**
     * Reads or writes in the background. A java.nio buffer must be direct. The program must not use the buffer until
     * the operation is complete.
     */
    Operation start(Access access, long offset, Object buf, int count, TypeDescriptor datatype) {
        EngineException wrong = buf instanceof Buffer buffer && !buffer.isDirect()
            ? BufferArgument.heap("buf", "MPI.newByteBuffer, newIntBuffer and the like") : null;
        return started(access, offset, buf, count, datatype, wrong);
    }

    private Operation started(Access access, long offset, Object buf, int count, TypeDescriptor datatype,
                              EngineException otherwise) {
        EngineException wrong = otherwise;
        Wanted wanted = null;
        try {
            Stream stream = wrong == null ? stream(access, offset, buf, count, datatype).forAnyThread() : null;
            wanted = wrong == null ? placed(access, offset, stream) : null;
        } catch (RuntimeException | Error e) {
            wrong = FileErrors.ofPart(e);
        }
        Checked checked = new Checked(wanted, wrong);
        // The place is found now, because later accesses at the shared pointer come after this one.
        long start = startOf(access, checked);
        Operation operation = access.collective
            ? background.start(true, moved -> together(access, collectiveBehind, start, checked, moved))
            : wrong != null ? null : background.start(false, moved -> alone(access, checked.wanted, moved));
        if (wrong != null) {
            throw wrong; // the other ranks learn of it in the background, if the operation is collective
        }
        return operation;
    }

    /** Begins a split collective operation. */
    void begin(Access access, long offset, Object buf, int count, TypeDescriptor datatype) {
        split = new Split(access, buf, started(access, offset, buf, count, datatype, null));
    }

    /** Ends a split collective operation. */
    ExternalOperation end(Access access, Object buf) {
        if (split == null || split.access != access) {
            throw new EngineException(ErrorClass.ERR_OTHER, "no split collective operation " + access
                + "_begin is under way" + (split == null ? "" : ", but " + split.access + "_begin")
                + "; begin it first");
        }
        if (split.buf != buf) {
            throw new EngineException(ErrorClass.ERR_BUFFER, "buf is not the buffer that the split collective"
                + " operation " + access + " began with; pass that one");
        }
        Operation operation = split.operation;
        live.get().finish(operation);
        split = null;
        operation.check();
        return (ExternalOperation) operation;
    }

    /** The error of a call that is not allowed while a split operation is under way; null if none is under way. */
    EngineException splitUnderWay(String rule) {
        return split == null ? null : new EngineException(ErrorClass.ERR_OTHER, "a split collective operation is under"
            + " way, " + split.access + "_begin; end it first: " + rule);
    }

    // ------------------------------------------------------------------------------------------- checks of arguments

    /** What this rank's call wants, or what is wrong with it, in a call that all ranks make. */
    private record Checked(Wanted wanted, EngineException wrong) {
    }

    private Checked checked(Access access, long offset, Object buf, int count, TypeDescriptor datatype) {
        try {
            return new Checked(wanted(access, offset, buf, count, datatype), null);
        } catch (RuntimeException | Error e) {
            return new Checked(null, FileErrors.ofPart(e));
        }
    }

    private Wanted wanted(Access access, long offset, Object buf, int count, TypeDescriptor datatype) {
        return placed(access, offset, stream(access, offset, buf, count, datatype));
    }

    private Stream stream(Access access, long offset, Object buf, int count, TypeDescriptor datatype) {
        EngineException wrong = access.write ? mode.notWritten(path) : mode.notRead(path);
        if (wrong == null && access.place != Access.Place.SHARED) {
            wrong = mode.sequential(path, "it is read and written at the shared pointer only");
        }
        if (wrong == null && access.collective) {
            wrong = splitUnderWay("no other collective access may come in between");
        }
        if (wrong != null) {
            throw wrong;
        }
        View seen = manner.get().view();
        if (access.place == Access.Place.OFFSET) {
            seen.check("offset", offset);
        }
        Stream stream = access.write ? Stream.ofSource(buf, 0, count, datatype)
            : Stream.ofTarget(buf, 0, count, datatype);
        if (stream.bytes() % seen.etypeBytes() != 0) {
            throw new EngineException(ErrorClass.ERR_TYPE, "count " + count + " and datatype " + datatype + " make "
                + stream.bytes() + " bytes; they must be a multiple of the " + seen.etypeBytes() + " bytes of etype "
                + seen.etype());
        }
        if (stream.bytes() > 0 && seen.isEmpty()) {
            throw new EngineException(ErrorClass.ERR_TYPE, "the view's filetype, " + seen.filetype() + ", has no"
                + " elements; no byte of the file can be read or written through it");
        }
        return stream;
    }

    /**
     * Finds where the access begins, and moves the pointer by the size of the access. For an ordered access it does
     * neither.
     */
    private Wanted placed(Access access, long offset, Stream stream) {
        Independent.Manner now = manner.get();
        View seen = now.view();
        long etypes = stream.bytes() / seen.etypeBytes();
        long start = switch (access.place) {
            case OFFSET -> offset;
            case INDIVIDUAL -> pointer.getAndAdd(etypes);
            case SHARED -> access.collective ? 0 : shared.fetchAndAdd(etypes);
        };
        seen.check("the end of the access", start + etypes);
        return new Wanted(now, start * seen.etypeBytes(), etypes, stream.in(seen.representation()));
    }

    /** If a blocking read has found less than it wanted, moves the pointer back to the end of what it has found. */
    private void retreat(Access access, Wanted wanted, long bytes) {
        if (access.place == Access.Place.INDIVIDUAL && bytes < wanted.stream.bytes()) {
            long start = wanted.position / wanted.etypeBytes();
            pointer.compareAndSet(start + wanted.etypes, start + bytes / wanted.etypeBytes());
        }
    }

    // ------------------------------------------------------------------------------------------- doing it

    private void alone(Access access, Wanted wanted, ExternalOperation moved) {
        Stream stream = wanted.stream;
        long bytes = stream.bytes();
        if (access.write) {
            independent.write(wanted.manner, wanted.position, stream);
        } else {
            bytes = independent.read(wanted.manner, wanted.position, stream);
        }
        stream.tell(moved, bytes);
    }

    /** Where an access begins, in bytes of the stream. All ranks call this for an ordered access. */
    private long startOf(Access access, Checked checked) {
        return access.collective && access.place == Access.Place.SHARED ? ordered(checked)
            : checked.wanted == null ? 0 : checked.wanted.position;
    }

    private void together(Access access, CollectiveAccess by, long start, Checked checked, ExternalOperation moved) {
        Wanted wanted = checked.wanted;
        if (checked.wrong != null) {
            by.write(checked.wrong, null, 0, null); // throws, on this rank and on all others
        }
        Stream stream = wanted.stream;
        long bytes = stream.bytes();
        if (access.write) {
            by.write(null, wanted.manner, start, stream);
        } else {
            bytes = by.read(null, wanted.manner, start, stream);
        }
        stream.tell(moved, bytes);
        if (by == collective) {
            retreat(access, wanted, bytes);
        }
    }

    /** Where this rank's part of an ordered access begins, in bytes of the stream: after the parts of lower ranks. */
    private long ordered(Checked checked) {
        long mine = checked.wanted == null ? 0 : checked.wanted.etypes;
        long[] etypes = ranks.allgather(checked.wrong, mine);
        long before = Arrays.stream(etypes, 0, ranks.rank()).sum();
        long first = ranks.rank() == 0 ? shared.fetchAndAdd(Arrays.stream(etypes).sum()) : 0;
        return (ranks.broadcast(first) + before) * checked.wanted.etypeBytes();
    }
}
