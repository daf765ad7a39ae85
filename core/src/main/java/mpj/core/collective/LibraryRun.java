package mpj.core.collective;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.collectives.Blocks;
import mpj.collectives.Place;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.op.OpDescriptor;
import mpj.engine.EngineException;
import mpj.engine.LibraryGroup;
import mpj.engine.LibraryWait;
import mpj.engine.Payload;
import mpj.transport.spi.LibraryCollectives;
import mpj.transport.spi.LibraryCollectives.Form;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.MessageLibrary.Element;
import mpj.transport.spi.MessageLibrary.Reduction;

/**
 * Carries out blocking calls by the collectives of a library. All ranks must decide alike whether it does, so only what
 * is the same on all of them decides: the collective, the operation, and whether elements are primitive.
 *
 * <p>Memory off the heap whose elements lie as they travel is lent to the library. What lies otherwise, or on the heap,
 * goes through memory of this class, which is used again.
 */
final class LibraryRun {
    private static final int LEAST = 64 << 10;

    private final LibraryGroup group;
    private final LibraryCollectives library;
    private final Participants ranks;
    private MemorySegment sendBounce = MemorySegment.NULL;
    private MemorySegment receiveBounce = MemorySegment.NULL;

    LibraryRun(LibraryGroup group, Participants ranks) {
        this.group = group;
        library = group.collectives();
        this.ranks = ranks;
    }

    /** Whether the library carries the call out, on every rank. */
    boolean takes(CollectiveCall call) {
        return switch (call.collective()) {
            case BARRIER -> true;
            case BCAST -> isPrimitive(call.argumentReceived());
            case GATHER, ALLGATHER, SCATTER, ALLTOALL -> isPrimitive(call.argumentSent())
                && isPrimitive(call.argumentReceived());
            case REDUCE, ALLREDUCE, SCAN, EXSCAN, REDUCE_SCATTER_BLOCK, REDUCE_SCATTER ->
                isKnown(call.op(), call.argumentSent().datatype());
            default -> false;
        };
    }

    /** A buffer that this rank does not have says nothing. */
    private static boolean isPrimitive(DescribedBuffer buffer) {
        return buffer.datatype() == null || !buffer.datatype().isObject() && !buffer.isSections();
    }

    private static boolean isKnown(OpDescriptor op, TypeDescriptor datatype) {
        if (op == null || datatype == null || !op.isPredefined() || op.number() >= Reduction.values().length
            || datatype.isObject() || datatype.composite() != null) {
            return false;
        }
        Reduction reduction = reduction(op);
        boolean logical = reduction == Reduction.LAND || reduction == Reduction.LOR || reduction == Reduction.LXOR;
        return switch (datatype.elementType()) {
            case BOOLEAN -> logical;
            case FLOAT, DOUBLE -> reduction.compareTo(Reduction.PROD) <= 0;
            default -> true;
        };
    }

    /** Both are in the same order. */
    private static Reduction reduction(OpDescriptor op) {
        return Reduction.values()[op.number()];
    }

    /** Carries out a call whose buffers are bound. */
    void run(CollectiveCall call, CallBuffers buffers) {
        Region sent = buffers.region(Place.SEND);
        Region received = buffers.region(Place.RECEIVE);
        LibraryWait wait = group.begin();
        try {
            run(call, sent, received);
        } catch (LibraryException e) {
            throw EngineException.of(e);
        } finally {
            if (wait != null) {
                wait.close();
            }
        }
    }

    private void run(CollectiveCall call, Region sent, Region received) {
        long bytes = call.bytes();
        int size = ranks.size();
        boolean atRoot = ranks.rank() == call.root();
        switch (call.collective()) {
            case BARRIER -> library.barrier(group.handle());
            case BCAST -> bcast(received, bytes, call.root(), atRoot);
            case GATHER -> {
                MemorySegment from = outgoing(sent, bytes, received);
                MemorySegment to = atRoot ? incoming(received, size * bytes) : null;
                library.gather(from, bytes, to, null, null, false, call.root(), group.handle());
                if (atRoot) {
                    deliver(received, to, size * bytes);
                }
            }
            case SCATTER -> {
                MemorySegment from = atRoot ? outgoing(sent, size * bytes, received) : null;
                boolean kept = call.argumentReceived().isInPlace();
                MemorySegment to = kept ? receiveBounce(bytes) : incoming(received, bytes);
                library.scatter(from, null, null, false, to, bytes, call.root(), group.handle());
                if (!kept) {
                    deliver(received, to, bytes);
                }
            }
            case ALLGATHER -> {
                MemorySegment from = outgoing(sent, bytes, received);
                MemorySegment to = incoming(received, size * bytes);
                library.allgather(from, bytes, to, null, null, group.handle());
                deliver(received, to, size * bytes);
            }
            case ALLTOALL -> {
                MemorySegment from = outgoing(sent, size * bytes, received);
                MemorySegment to = incoming(received, size * bytes);
                library.alltoall(from, null, null, to, bytes, null, null, group.handle());
                deliver(received, to, size * bytes);
            }
            case REDUCE_SCATTER -> reduceScatter(call, sent, received, bytes);
            default -> reduce(call, Form.valueOf(call.collective().name()), sent, received, atRoot);
        }
    }

    private void bcast(Region items, long bytes, int root, boolean atRoot) {
        MemorySegment memory = incoming(items, bytes);
        if (atRoot && memory == receiveBounce) {
            Payload.write(items.buffer(), items.type(), items.from(0), memory, 0, bytes);
        }
        library.bcast(memory, bytes, root, group.handle());
        if (!atRoot) {
            deliver(items, memory, bytes);
        }
    }

    private void reduce(CollectiveCall call, Form form, Region sent, Region received, boolean atRoot) {
        long bytes = call.bytes();
        boolean results = form != Form.REDUCE || atRoot;
        MemorySegment from = outgoing(sent, form == Form.REDUCE_SCATTER_BLOCK ? ranks.size() * bytes : bytes, received);
        MemorySegment to = results ? incoming(received, bytes) : null;
        library.reduce(form, from, to, bytes / call.type().elementBytes(), element(call), reduction(call.op()),
            call.root(), group.handle());
        if (results && (form != Form.EXSCAN || ranks.rank() > 0)) {
            deliver(received, to, bytes);
        }
    }

    private void reduceScatter(CollectiveCall call, Region sent, Region received, long bytes) {
        Blocks blocks = call.argumentSent().ofMessages(ranks.size());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment elements = arena.allocate(ValueLayout.JAVA_LONG, ranks.size());
            long all = 0;
            for (int i = 0; i < ranks.size(); i++) {
                elements.setAtIndex(ValueLayout.JAVA_LONG, i, blocks.length(i) / call.type().elementBytes());
                all += blocks.length(i);
            }
            MemorySegment from = outgoing(sent, all, received);
            MemorySegment to = incoming(received, bytes);
            library.reduceScatter(from, to, elements, element(call), reduction(call.op()), group.handle());
            deliver(received, to, bytes);
        }
    }

    private static Element element(CollectiveCall call) {
        return Element.valueOf(call.type().elementType().name());
    }

    /** Where a library may read or write a region; null if it may not. */
    private static MemorySegment inPlace(Region region, long bytes) {
        return region.buffer() instanceof MemorySegment segment && segment.isNative() && bytes > 0
            ? segment.asSlice(region.from(0), bytes) : null;
    }

    /** Memory with what is sent. A copy, if what is received lies there too: libraries refuse that. */
    private MemorySegment outgoing(Region sent, long bytes, Region received) {
        boolean apart = !received.isBound() || !sent.overlaps(received);
        MemorySegment memory = apart ? inPlace(sent, bytes) : null;
        if (memory == null) {
            memory = sendBounce(bytes);
            if (bytes > 0) {
                Payload.write(sent.buffer(), sent.type(), sent.from(0), memory, 0, bytes);
            }
        }
        return memory;
    }

    private MemorySegment incoming(Region received, long bytes) {
        MemorySegment memory = inPlace(received, bytes);
        return memory != null ? memory : receiveBounce(bytes);
    }

    /** Puts what was received where it belongs, unless it is there. */
    private void deliver(Region received, MemorySegment memory, long bytes) {
        if (memory == receiveBounce && bytes > 0) {
            Payload.read(received.buffer(), received.type(), received.from(0), memory, 0, bytes);
        }
    }

    private MemorySegment sendBounce(long bytes) {
        if (sendBounce.byteSize() < bytes || sendBounce.byteSize() == 0) {
            sendBounce = Arena.ofAuto().allocate(Math.max(LEAST, bytes), Long.BYTES);
        }
        return sendBounce;
    }

    private MemorySegment receiveBounce(long bytes) {
        if (receiveBounce.byteSize() < bytes || receiveBounce.byteSize() == 0) {
            receiveBounce = Arena.ofAuto().allocate(Math.max(LEAST, bytes), Long.BYTES);
        }
        return receiveBounce;
    }
}
