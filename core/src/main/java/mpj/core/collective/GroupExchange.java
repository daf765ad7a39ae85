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
 * the collective context of the communicator that the new one is made from. They need only the engine.
 */
public final class GroupExchange {
    /** No collective has a tag with this bit. */
    private static final int TAG = 1 << 29;
    /**
     * A part of the ranks whose own tag is 0 has this tag in its messages. A part with another tag has a number that is
     * lower by that tag. None of these numbers is the tag of a collective, or {@link Receive#ANY}.
     */
    private static final int PART = -2;

    private final Engine engine;
    private final int context;
    private final int[] members;
    private final int rank;
    private final int tag;
    /** The ranks of the job without which the operations cannot complete, beside those that the context needs. */
    private final int[] needed;

    /** The operations among all ranks of a communicator. */
    public GroupExchange(Engine engine, int context, int[] members, int rank) {
        this(engine, context, TAG, members, rank, Engine.NO_RANKS);
    }

    private GroupExchange(Engine engine, int context, int tag, int[] members, int rank, int[] needed) {
        this.engine = engine;
        this.context = context;
        this.tag = tag;
        this.members = members;
        this.rank = rank;
        this.needed = needed;
    }

    /**
     * The operations among a part of the ranks of a communicator, while its other ranks may do something else.
     *
     * @param tag not negative, and different from the tag of every other part in which threads of this rank are at the
     *     same time
     */
    public static GroupExchange ofPart(Engine engine, int context, int tag, int[] members, int rank) {
        return new GroupExchange(engine, context, PART - tag, members, rank, Engine.NO_RANKS);
    }

    /**
     * The operations among processes in a context that no communicator has.
     *
     * @param tag as in {@link #ofPart}
     * @param everyone the ranks of the job that take part, in this group or in another. If one of them is lost, the
     *     operations fail on all the others: some of these wait for the lost rank, give up, and send nothing more
     */
    public static GroupExchange ofGroups(Engine engine, int context, int tag, int[] members, int rank,
                                         int[] everyone) {
        return new GroupExchange(engine, context, PART - tag, members, rank, everyone);
    }

    public int rank() {
        return rank;
    }

    /**
     * The largest of the ranks' values, on every rank. It works by dissemination, in which a value may be counted
     * twice. This does no harm to a maximum.
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
     * The values of all ranks, beginning with those of rank 0, on every rank. All ranks pass the same number of values.
     * It works by Bruck's algorithm: a rank begins with its own block, and each round doubles the number of its blocks.
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

    /** The root's values, on every rank, sent along a binomial tree. The values of the other ranks do not matter. */
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

    /**
     * Takes records to the ranks that they are for. Returns the records for this rank, in any order. In each round a
     * record goes as far as one bit of its remaining distance says. So there are no more rounds than such a distance
     * has bits.
     *
     * @param records one after the other; the first int of each is the rank that it is for
     * @param length the number of ints of a record
     */
    public int[] route(int[] records, int length) {
        int[] here = records;
        for (int distance = 1; distance < members.length; distance *= 2) {
            int[] moved = new int[here.length];
            int[] kept = new int[here.length];
            int moves = 0;
            int keeps = 0;
            for (int at = 0; at < here.length; at += length) {
                boolean moving = (Math.floorMod(here[at] - rank, members.length) & distance) != 0;
                System.arraycopy(here, at, moving ? moved : kept, moving ? moves : keeps, length);
                moves += moving ? length : 0;
                keeps += moving ? 0 : length;
            }
            int[] received = exchange(Arrays.copyOf(moved, moves), member(rank + distance), member(rank - distance));
            here = Arrays.copyOf(kept, keeps + received.length);
            System.arraycopy(received, 0, here, keeps, received.length);
        }
        return here;
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
            SectionHeader.pack(ElementType.INT.code(), values.length), context, destination, tag, false);
    }

    private int[] receive(int source) {
        Probed probed = engine.awaitProbe(context, source, tag, needed);
        int[] values = new int[SectionHeader.count(probed.header())];
        Receive receive = engine.receive(values, ElementType.INT, ElementType.INT.code(), 0, probed.bytes(), context,
            source, tag);
        receive.check();
        return values;
    }
}
