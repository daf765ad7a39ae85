package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Function;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;

/**
 * Remote memory within one process. The key is the number of a region. A read or a write moves its bytes when the rank
 * that reads or writes makes progress the next time. The test says what goes wrong.
 */
final class MemoryReads {
    static final long THRESHOLD = 128;
    static final long MAXIMUM_READ = 256;

    private record Read(MemorySegment from, MemorySegment to, long cookie) {
    }

    private final Map<Long, MemorySegment> regions = new HashMap<>();
    private final Map<Integer, Queue<Read>> queues = new HashMap<>();
    private long lastKey;
    private int started;
    private int refusals;
    private int failures;
    private boolean full;
    private boolean held;

    /** Refuses to start this many of the next reads. */
    void refuse(int number) {
        refusals = number;
    }

    /** How many of the next reads are still to be refused. */
    int toRefuse() {
        return refusals;
    }

    /** Makes this many of the next reads fail. */
    void fail(int number) {
        failures = number;
    }

    /** Makes it impossible to register memory from now on. */
    void exhaust() {
        full = true;
    }

    /** Sets whether reads do not end. */
    void hold(boolean value) {
        held = value;
    }

    int started() {
        return started;
    }

    /** How many regions are open. */
    int registered() {
        return regions.size();
    }

    boolean progress(int rank, PacketHandler handler) {
        Queue<Read> queue = queues.get(rank);
        if (held || queue == null || queue.isEmpty()) {
            return false;
        }
        Read read = queue.remove();
        if (failures > 0) {
            failures--;
            handler.completed(read.cookie, new TransportException("the read failed"));
        } else {
            MemorySegment.copy(read.from, 0, read.to, 0, read.to.byteSize());
            handler.completed(read.cookie, null);
        }
        return true;
    }

    RemoteMemory of(int rank) {
        return new RemoteMemory() {
            @Override
            public long threshold() {
                return THRESHOLD;
            }

            @Override
            public long maximumRead() {
                return MAXIMUM_READ;
            }

            @Override
            public boolean writes() {
                return true;
            }

            @Override
            public MemoryRegion expose(MemorySegment memory) {
                return register(memory);
            }

            @Override
            public boolean write(int peer, MemorySegment key, long keyAt, long offset, MemoryRegion local,
                                 long localOffset, long bytes, long cookie) {
                return start(key, keyAt, offset, bytes,
                    theirs -> new Read(mine(local, localOffset, bytes), theirs, cookie));
            }

            private MemorySegment mine(MemoryRegion local, long offset, long bytes) {
                return regions.get(((Region) local).key).asSlice(offset, bytes);
            }

            @Override
            public MemoryRegion register(MemorySegment memory) {
                if (full) {
                    return null;
                }
                long key = ++lastKey;
                regions.put(key, memory);
                return new Region(key);
            }

            @Override
            public boolean read(int peer, MemorySegment key, long keyAt, long offset, MemoryRegion local,
                                long localOffset, long bytes, long cookie) {
                return start(key, keyAt, offset, bytes,
                    theirs -> new Read(theirs, mine(local, localOffset, bytes), cookie));
            }

            private boolean start(MemorySegment key, long keyAt, long offset, long bytes,
                                  Function<MemorySegment, Read> of) {
                if (refusals > 0) {
                    refusals--;
                    return false;
                }
                MemorySegment theirs = regions.get(key.get(ValueLayout.JAVA_LONG_UNALIGNED, keyAt));
                if (theirs == null || theirs.byteSize() - offset < bytes) {
                    throw new TransportException("no peer has shown such memory");
                }
                queues.computeIfAbsent(rank, _ -> new ArrayDeque<>()).add(of.apply(theirs.asSlice(offset, bytes)));
                started++;
                return true;
            }
        };
    }

    private final class Region implements MemoryRegion {
        private final long key;

        Region(long key) {
            this.key = key;
        }

        @Override
        public void key(MemorySegment packet, long offset) {
            packet.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, key);
        }

        @Override
        public void close() {
            if (regions.remove(key) == null) {
                throw new AssertionError("region " + key + " is closed twice");
            }
        }
    }
}
