package mpj.engine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpjbuf.layout.ElementType;

/**
 * A user's buffer as a noncontiguous datatype sees it. To the engine it is a buffer whose elements are densely packed
 * from position 0 on; any part of it can be copied, so that a message may be cut into packets anywhere.
 *
 * @param buffer a Java array of a primitive type, or a segment
 * @param layout where an item's elements lie
 * @param origin where the first item's origin is in the buffer, in bytes
 */
public record NoncontiguousBuffer(Object buffer, Layout layout, long origin) {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    /** What is copied by eight loads and eight stores, written out: a loop of as many takes four times as long. */
    private static final int LINE = 64;
    private static final int LINE_SHIFT = 6;
    /** From this size on the start of a bulk copy pays. */
    private static final long LONG_BLOCK = 512;

    /** Packs elements into a packet. */
    void write(ElementType type, long position, MemorySegment packet, long offset, long bytes) {
        if (buffer instanceof boolean[] booleans) {
            walk(position, bytes, (at, done, length) -> {
                for (int i = 0; i < length; i++) {
                    packet.set(BYTE, offset + done + i, booleans[(int) at + i] ? (byte) 1 : 0);
                }
            });
        } else {
            copy(Payload.view(buffer, type), position, packet, offset, bytes, true);
        }
    }

    /** Unpacks elements from a packet. */
    void read(ElementType type, long position, MemorySegment packet, long offset, long bytes) {
        if (buffer instanceof boolean[] booleans) {
            walk(position, bytes, (at, done, length) -> {
                for (int i = 0; i < length; i++) {
                    booleans[(int) at + i] = packet.get(BYTE, offset + done + i) == 1;
                }
            });
        } else {
            copy(Payload.view(buffer, type), position, packet, offset, bytes, false);
        }
    }

    private interface Block {
        void move(long at, long done, long length);
    }

    private void walk(long position, long bytes, Block action) {
        long base = origin + position / layout.bytes * layout.extent;
        long within = position % layout.bytes;
        int block = layout.blockAt(within);
        long skip = within - layout.start(block);
        long done = 0;
        while (done < bytes) {
            long length = Math.min(layout.length(block) - skip, bytes - done);
            action.move(base + layout.displacement(block) + skip, done, length);
            done += length;
            skip = 0;
            if (++block == layout.blocks) {
                block = 0;
                base += layout.extent;
            }
        }
    }

    /** As {@link #walk}, written out: what is called once for each block must be compiled into this loop. */
    private void copy(MemorySegment memory, long position, MemorySegment packet, long offset, long bytes,
                      boolean intoPacket) {
        Layout blocks = layout;
        long base = origin + position / blocks.bytes * blocks.extent;
        long within = position % blocks.bytes;
        int block = blocks.blockAt(within);
        long skip = within - blocks.start(block);
        long at = offset;
        long end = offset + bytes;
        while (at < end) {
            long length = Math.min(blocks.length(block) - skip, end - at);
            long place = base + blocks.displacement(block) + skip;
            if (intoPacket) {
                copyBlock(memory, place, packet, at, length);
            } else {
                copyBlock(packet, at, memory, place, length);
            }
            at += length;
            skip = 0;
            if (++block == blocks.blocks) {
                block = 0;
                base += blocks.extent;
            }
        }
    }

    private static void copyBlock(MemorySegment source, long from, MemorySegment target, long to, long bytes) {
        if (bytes >= LONG_BLOCK) {
            MemorySegment.copy(source, from, target, to, bytes);
            return;
        }
        int lines = (int) bytes >> LINE_SHIFT;
        for (int line = 0; line < lines; line++) {
            copyLine(source, from + (long) line * LINE, target, to + (long) line * LINE);
        }
        if ((bytes & LINE - 1) != 0) {
            copyRest(source, from, target, to, (long) lines * LINE, bytes);
        }
    }

    private static void copyLine(MemorySegment source, long from, MemorySegment target, long to) {
        long a = source.get(LONG, from);
        long b = source.get(LONG, from + 8);
        long c = source.get(LONG, from + 16);
        long d = source.get(LONG, from + 24);
        long e = source.get(LONG, from + 32);
        long f = source.get(LONG, from + 40);
        long g = source.get(LONG, from + 48);
        long h = source.get(LONG, from + 56);
        target.set(LONG, to, a);
        target.set(LONG, to + 8, b);
        target.set(LONG, to + 16, c);
        target.set(LONG, to + 24, d);
        target.set(LONG, to + 32, e);
        target.set(LONG, to + 40, f);
        target.set(LONG, to + 48, g);
        target.set(LONG, to + 56, h);
    }

    private static void copyRest(MemorySegment source, long from, MemorySegment target, long to, long start,
                                 long bytes) {
        long i = start;
        for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
            target.set(LONG, to + i, source.get(LONG, from + i));
        }
        if ((bytes & Integer.BYTES) != 0) {
            target.set(INT, to + i, source.get(INT, from + i));
            i += Integer.BYTES;
        }
        if ((bytes & Short.BYTES) != 0) {
            target.set(SHORT, to + i, source.get(SHORT, from + i));
            i += Short.BYTES;
        }
        if ((bytes & 1) != 0) {
            target.set(BYTE, to + i, source.get(BYTE, from + i));
        }
    }
}
