package mpj.engine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import mpjbuf.layout.ElementType;

/**
 * A user's buffer as a noncontiguous datatype sees it. To the engine, its elements are densely packed from position 0
 * on. Any part of it can be copied, so a message may be cut into packets anywhere.
 *
 * @param buffer a Java array of a primitive type, or a segment
 * @param layout where an item's elements lie
 * @param origin where the first item's origin is in the buffer, in bytes
 */
public record NoncontiguousBuffer(Object buffer, Layout layout, long origin) {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    /** Whether the buffer is memory off the heap. */
    public boolean isNative() {
        return buffer instanceof MemorySegment segment && segment.isNative();
    }

    /** The address of the first item's origin, off the heap. */
    public long address() {
        return ((MemorySegment) buffer).address() + origin;
    }

    /** Packs elements into a packet. */
    void write(ElementType type, long position, MemorySegment packet, long offset, long bytes) {
        if (buffer instanceof boolean[] booleans) {
            walk(position, bytes, (at, done, length) -> {
                for (int i = 0; i < length; i++) {
                    packet.set(BYTE, offset + done + i, booleans[(int) at + i] ? (byte) 1 : 0);
                }
            });
        } else {
            MemorySegment memory = BufferMemory.view(buffer, type);
            if (packet.isNative()) {
                copy(memory, position, packet, offset, bytes, true);
            } else {
                walk(position, bytes, (at, done, length) ->
                    MemorySegment.copy(memory, at, packet, offset + done, length));
            }
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
            MemorySegment memory = BufferMemory.view(buffer, type);
            if (packet.isNative()) {
                copy(memory, position, packet, offset, bytes, false);
            } else {
                walk(position, bytes, (at, done, length) ->
                    MemorySegment.copy(packet, offset + done, memory, at, length));
            }
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

    /** Like {@link #walk}, but copies to or from native memory, and copies blocks at one distance together. */
    private void copy(MemorySegment memory, long position, MemorySegment packet, long offset, long bytes,
                      boolean intoPacket) {
        Objects.checkFromIndexSize(offset, bytes, packet.byteSize());
        Layout blocks = layout;
        long base = origin + position / blocks.bytes * blocks.extent;
        long within = position % blocks.bytes;
        int block = blocks.blockAt(within);
        long skip = within - blocks.start(block);
        long at = packet.address() + offset;
        long end = at + bytes;
        while (at < end) {
            long blockBytes = blocks.length(block);
            int whole = skip == 0 && blocks.strided
                ? (int) Math.min(blocks.blocks - block, (end - at) / blockBytes) : 0;
            int count = Math.max(1, whole);
            long length = whole > 0 ? blockBytes : Math.min(blockBytes - skip, end - at);
            long place = base + blocks.displacement(block) + skip;
            if (intoPacket) {
                gather(memory, place, blocks.stride, at, length, count);
            } else {
                scatter(at, memory, place, blocks.stride, length, count);
            }
            at += length * count;
            skip = 0;
            block += count;
            if (block == blocks.blocks) {
                block = 0;
                base += blocks.extent;
            }
        }
    }

    /**
     * Packs blocks. {@link #scatter} has a loop of its own, because one loop for both directions would take two to
     * three times as long for each block.
     */
    private void gather(MemorySegment memory, long place, long stride, long packet, long length, int count) {
        if (ShortBlocks.gather(buffer, place, stride, packet, length, count)) {
            return;
        }
        for (int i = 0; i < count; i++) {
            MemorySegment.copy(memory, place + i * stride, BufferMemory.ALL, packet + i * length, length);
        }
    }

    private void scatter(long packet, MemorySegment memory, long place, long stride, long length, int count) {
        if (ShortBlocks.scatter(packet, buffer, place, stride, length, count)) {
            return;
        }
        for (int i = 0; i < count; i++) {
            MemorySegment.copy(BufferMemory.ALL, packet + i * length, memory, place + i * stride, length);
        }
    }
}
