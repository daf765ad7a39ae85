package mpj.core.collective;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import mpj.collectives.Blocks;
import mpj.collectives.Place;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.op.OpDescriptor;
import mpj.engine.EngineException;
import mpj.engine.LibraryGroup;
import mpj.engine.Payload;
import mpj.transport.spi.LibraryCollectives.Form;
import mpj.transport.spi.LibraryCollectives;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.MessageLibrary.Element;
import mpj.transport.spi.MessageLibrary.Reduction;

/**
 * Carries out blocking calls by the collectives of a library. All ranks must decide alike whether the library carries a
 * call out. So the decision depends only on properties that are the same on all of them: the collective, the operation,
 * and whether elements are primitive.
 *
 * <p>The library gets direct access to memory off the heap whose elements lie as they travel. Other data, and data on
 * the heap, go through memory of this class, which is used again.
 */
final class LibraryRun {
    private static final int LEAST = 64 << 10;
    private static final long LINE = 64;
    private static final long NOTHING = 0;
    private static final Reduction[] REDUCTIONS = Reduction.values();

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

    /** Whether elements are primitive. A buffer that this rank does not have counts as primitive. */
    private static boolean isPrimitive(DescribedBuffer buffer) {
        return buffer.datatype() == null || !buffer.datatype().isObject() && !buffer.isSections();
    }

    private static boolean isKnown(OpDescriptor op, TypeDescriptor datatype) {
        if (op == null || datatype == null || !op.isPredefined() || op.number() >= REDUCTIONS.length
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

    /** Translates an operation. The constants of both are in the same order. */
    private static Reduction reduction(OpDescriptor op) {
        return REDUCTIONS[op.number()];
    }

    /** Carries out a call whose buffers are bound. */
    void run(CollectiveCall call, CallBuffers buffers) {
        Region sent = buffers.region(Place.SEND);
        Region received = buffers.region(Place.RECEIVE);
        LibraryGroup.Wait wait = group.begin();
        try {
            run(call, sent, received);
        } catch (LibraryException e) {
            throw EngineException.of(e);
        } finally {
            // The library knows addresses only. So this keeps the memory from being freed until here, even if no other
            // reference to it is left.
            Reference.reachabilityFence(sent.buffer());
            Reference.reachabilityFence(received.buffer());
            group.end(wait);
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
                long from = outgoing(sent, bytes, received);
                long to = atRoot ? incoming(received, size * bytes) : NOTHING;
                library.gather(from, bytes, to, call.root(), group.handle());
                if (atRoot) {
                    deliver(received, to, size * bytes);
                }
            }
            case SCATTER -> {
                long from = atRoot ? outgoing(sent, size * bytes, received) : NOTHING;
                boolean kept = call.argumentReceived().isInPlace();
                long to = kept ? receiveBounce(bytes).address() : incoming(received, bytes);
                library.scatter(from, to, bytes, call.root(), group.handle());
                if (!kept) {
                    deliver(received, to, bytes);
                }
            }
            case ALLGATHER -> {
                long from = outgoing(sent, bytes, received);
                long to = incoming(received, size * bytes);
                library.allgather(from, bytes, to, group.handle());
                deliver(received, to, size * bytes);
            }
            case ALLTOALL -> {
                long from = outgoing(sent, size * bytes, received);
                long to = incoming(received, size * bytes);
                library.alltoall(from, to, bytes, group.handle());
                deliver(received, to, size * bytes);
            }
            case REDUCE_SCATTER -> reduceScatter(call, sent, received, bytes);
            case REDUCE -> reduce(call, Form.REDUCE, sent, received, atRoot);
            case ALLREDUCE -> reduce(call, Form.ALLREDUCE, sent, received, atRoot);
            case SCAN -> reduce(call, Form.SCAN, sent, received, atRoot);
            case EXSCAN -> reduce(call, Form.EXSCAN, sent, received, atRoot);
            case REDUCE_SCATTER_BLOCK -> reduce(call, Form.REDUCE_SCATTER_BLOCK, sent, received, atRoot);
            default -> throw new IllegalArgumentException(call.collective().label());
        }
    }

    private void bcast(Region items, long bytes, int root, boolean atRoot) {
        long memory = incoming(items, bytes);
        if (atRoot && isBounced(memory)) {
            Payload.write(items.buffer(), items.type(), items.from(0), receiveBounce, 0, bytes);
        }
        library.bcast(memory, bytes, root, group.handle());
        if (!atRoot) {
            deliver(items, memory, bytes);
        }
    }

    private void reduce(CollectiveCall call, Form form, Region sent, Region received, boolean atRoot) {
        long bytes = call.bytes();
        boolean results = form != Form.REDUCE || atRoot;
        long from = outgoing(sent, form == Form.REDUCE_SCATTER_BLOCK ? ranks.size() * bytes : bytes, received);
        long to = results ? incoming(received, bytes) : NOTHING;
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
            long from = outgoing(sent, all, received);
            long to = incoming(received, bytes);
            library.reduceScatter(from, to, elements.address(), element(call), reduction(call.op()), group.handle());
            deliver(received, to, bytes);
        }
    }

    private static Element element(CollectiveCall call) {
        return switch (call.type().elementType()) {
            case BYTE -> Element.BYTE;
            case CHAR -> Element.CHAR;
            case SHORT -> Element.SHORT;
            case BOOLEAN -> Element.BOOLEAN;
            case INT -> Element.INT;
            case LONG -> Element.LONG;
            case FLOAT -> Element.FLOAT;
            case DOUBLE -> Element.DOUBLE;
        };
    }

    /** Where a library may read or write a region; {@link #NOTHING} if it may not. */
    private static long inPlace(Region region, long bytes) {
        return region.buffer() instanceof MemorySegment segment && segment.isNative() && bytes > 0
            ? segment.address() + region.from(0) : NOTHING;
    }

    /**
     * Memory with the data to send. It is a copy if the received data go to the same memory, because libraries refuse
     * such a call.
     */
    private long outgoing(Region sent, long bytes, Region received) {
        boolean apart = !received.isBound() || !sent.overlaps(received);
        long memory = apart ? inPlace(sent, bytes) : NOTHING;
        if (memory != NOTHING) {
            return memory;
        }
        MemorySegment bounce = sendBounce(bytes);
        if (bytes > 0) {
            Payload.write(sent.buffer(), sent.type(), sent.from(0), bounce, 0, bytes);
        }
        return bounce.address();
    }

    private long incoming(Region received, long bytes) {
        long memory = inPlace(received, bytes);
        return memory != NOTHING ? memory : receiveBounce(bytes).address();
    }

    /** Puts the received data where they belong, unless they are there already. */
    private void deliver(Region received, long memory, long bytes) {
        if (isBounced(memory) && bytes > 0) {
            Payload.read(received.buffer(), received.type(), received.from(0), receiveBounce, 0, bytes);
        }
    }

    private boolean isBounced(long memory) {
        return memory == receiveBounce.address();
    }

    private MemorySegment sendBounce(long bytes) {
        if (sendBounce.byteSize() < bytes || sendBounce.byteSize() == 0) {
            sendBounce = Arena.ofAuto().allocate(Math.max(LEAST, bytes), LINE);
        }
        return sendBounce;
    }

    private MemorySegment receiveBounce(long bytes) {
        if (receiveBounce.byteSize() < bytes || receiveBounce.byteSize() == 0) {
            receiveBounce = Arena.ofAuto().allocate(Math.max(LEAST, bytes), LINE);
        }
        return receiveBounce;
    }
}
