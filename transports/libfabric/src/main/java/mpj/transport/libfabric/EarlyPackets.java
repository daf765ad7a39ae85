package mpj.transport.libfabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Packets that came before others which were sent earlier: providers complete long receives after short ones. They are
 * copied out of the receive buffers, since the missing packets need these buffers to arrive in. There are few early
 * packets, and never more than the sender's window holds.
 */
final class EarlyPackets {
    static final int NONE = -1;

    private final long packetBytes;
    private final Arena arena;
    private MemorySegment[] packets = {};
    private int[] numbers = {};
    private long[] lengths = {};
    private int count;

    EarlyPackets(long packetBytes, Arena arena) {
        this.packetBytes = packetBytes;
        this.arena = arena;
    }

    void keep(int number, MemorySegment memory, long offset, long length) {
        if (count == packets.length) {
            packets = Arrays.copyOf(packets, count + 4);
            numbers = Arrays.copyOf(numbers, count + 4);
            lengths = Arrays.copyOf(lengths, count + 4);
            for (int i = count; i < packets.length; i++) {
                packets[i] = arena.allocate(packetBytes, 8);
            }
        }
        MemorySegment.copy(memory, offset, packets[count], 0, length);
        numbers[count] = number;
        lengths[count++] = length;
    }

    /** The place of a packet, or NONE. */
    int find(int number) {
        for (int i = 0; i < count; i++) {
            if (numbers[i] == number) {
                return i;
            }
        }
        return NONE;
    }

    MemorySegment packet(int place) {
        return packets[place];
    }

    long length(int place) {
        return lengths[place];
    }

    /** Forgets a packet; its memory goes to the end of the list, for the next. */
    void remove(int place) {
        count--;
        MemorySegment memory = packets[place];
        packets[place] = packets[count];
        numbers[place] = numbers[count];
        lengths[place] = lengths[count];
        packets[count] = memory;
    }
}
