package mpj.core.collective;

import java.util.Arrays;
import mpj.engine.Engine;
import mpj.engine.Operation;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * The collective operations that are needed to make a communicator, on ints. They run among the members of a group, in
 * the collective context of the communicator that the new one is made from. They need nothing but the engine.
 */
public final class GroupExchange {
    private static final int TAG = 0x4354;

    private final Engine engine;
    private final int context;
    private final int[] members;
    private final int rank;

    public GroupExchange(Engine engine, int context, int[] members, int rank) {
        this.engine = engine;
        this.context = context;
        this.members = members;
        this.rank = rank;
    }

    public int rank() {
        return rank;
    }

    /**
     * The largest of the ranks' values, on every rank. By dissemination: there a value may be counted twice, which does
     * no harm to a maximum.
     */
    public long maximum(long value) {
        int size = members.length;
        long maximum = value;
        for (int distance = 1; distance < size; distance *= 2) {
            maximum = Math.max(maximum,
                asLong(exchange(asInts(maximum), member(rank + distance), member(rank - distance))));
        }
        return maximum;
    }

    static int[] asInts(long value) {
        return new int[] {(int) (value >>> Integer.SIZE), (int) value};
    }

    static long asLong(int[] ints) {
        return (long) ints[0] << Integer.SIZE | Integer.toUnsignedLong(ints[1]);
    }

    /**
     * The values of all ranks, rank 0's first, on every rank. All ranks pass the same number of values. Bruck's
     * algorithm: a rank begins with its own block, and each round doubles the number of its blocks.
     */
    public int[] allgather(int[] values) {
        int size = members.length;
        int length = values.length;
        int[] blocks = values;
        for (int distance = 1; distance < size; distance *= 2) {
            int[] sent = Arrays.copyOf(blocks, Math.min(distance, size - distance) * length);
            int[] received = exchange(sent, member(rank - distance), member(rank + distance));
            int[] more = Arrays.copyOf(blocks, blocks.length + received.length);
            System.arraycopy(received, 0, more, blocks.length, received.length);
            blocks = more;
        }
        int[] ordered = new int[size * length];
        for (int i = 0; i < size; i++) {
            System.arraycopy(blocks, i * length, ordered, (rank + i) % size * length, length);
        }
        return ordered;
    }

    /** The root's values, on every rank, sent along a binomial tree. What the other ranks pass does not matter. */
    public int[] broadcast(int[] values, int root) {
        int size = members.length;
        int relative = Math.floorMod(rank - root, size);
        int[] result = values;
        int distance = 1;
        while (distance < size && (relative & distance) == 0) {
            distance *= 2;
        }
        if (relative != 0) {
            result = receive(member(rank - distance));
        }
        for (distance /= 2; distance > 0; distance /= 2) {
            if (relative + distance < size) {
                finish(send(result, member(rank + distance)));
            }
        }
        return result;
    }

    private int member(int place) {
        return members[Math.floorMod(place, members.length)];
    }

    /** Sends ints to one rank of the job and receives any number of them from another. */
    public int[] exchange(int[] values, int destination, int source) {
        Operation send = send(values, destination);
        int[] received = receive(source);
        finish(send);
        return received;
    }

    private void finish(Operation send) {
        engine.finish(send);
        send.check();
    }

    private Operation send(int[] values, int destination) {
        return engine.startSend(values, ElementType.INT, 0, (long) values.length * Integer.BYTES,
            SectionHeader.pack(ElementType.INT.code(), values.length), context, TAG, destination, false);
    }

    private int[] receive(int source) {
        Probed probed = engine.awaitProbe(context, source, TAG);
        int[] values = new int[SectionHeader.count(probed.header())];
        Receive receive = engine.receive(values, ElementType.INT, ElementType.INT.code(), 0, probed.bytes(), context,
            source, TAG);
        receive.check();
        return values;
    }
}
