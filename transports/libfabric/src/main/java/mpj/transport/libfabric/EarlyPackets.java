package mpj.transport.libfabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Packets that arrived before others that were sent earlier: providers may complete a long receive after a short one
 * that follows it. Early packets are copied out of the receive buffers, because the missing packets need these buffers
 * in order to arrive. Early packets are few, and never more than the sender's window allows.
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

    /** Forgets a packet. Its memory goes to the end of the list, for the next packet. */
    void remove(int place) {
        count--;
        MemorySegment memory = packets[place];
        packets[place] = packets[count];
        numbers[place] = numbers[count];
        lengths[place] = lengths[count];
        packets[count] = memory;
    }
}
