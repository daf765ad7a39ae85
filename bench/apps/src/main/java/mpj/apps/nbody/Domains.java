package mpj.apps.nbody;

import java.util.Arrays;

/**
 * Assigns the parts of the curve to the ranks. The upper cells of the octree are divided until each has few particles,
 * and all ranks know these cells. The cells that are not divided are the leaves. Each rank has a stretch of leaves with
 * about the same work.
 */
final class Domains {
    /** About how many leaves a rank has at least, so that the work can be divided. */
    private static final int LEAVES_PER_RANK = 16;

    private final Communication communication;
    private final int bucket;
    /**
     * For each leaf, in the order of the curve: its first key and its level, and the particles and the work of all
     * ranks.
     */
    private long[] start;
    private int[] level;
    private long[] particles;
    private long[] work;
    private int leaves;
    /** The first leaf of each rank, and then the number of leaves. */
    private final int[] firstLeaf;

    /** The work of the particles before each place in the order of the keys. */
    private long[] workBefore = new long[1];

    /**
     * Makes an object without domains.
     *
     * @param bucket how many particles a leaf of the tree may have; cells with no more particles are not divided
     */
    Domains(Communication communication, int bucket) {
        this.communication = communication;
        this.bucket = bucket;
        firstLeaf = new int[communication.size() + 1];
    }

    int leaves() {
        return leaves;
    }

    /** The leaf's first key. */
    long start(int leaf) {
        return start[leaf];
    }

    int level(int leaf) {
        return level[leaf];
    }

    /** The first key after the leaf. */
    long end(int leaf) {
        return start[leaf] + Hilbert.span(level[leaf]);
    }

    boolean isEmpty(int leaf) {
        return particles[leaf] == 0;
    }

    int firstLeaf(int rank) {
        return firstLeaf[rank];
    }

    /** Divides the curve again. The order is that of this rank's particles, which may be anywhere on the curve. */
    void divide(KeyOrder order, int[] workOfParticles) {
        addUp(order, workOfParticles);
        long[] total = {order.count()};
        communication.sum(total, 1);
        long most = Math.max(bucket, total[0] / (LEAVES_PER_RANK * communication.size()));
        start = new long[1];
        level = new int[1];
        particles = new long[] {-1};
        work = new long[1];
        leaves = 1;
        for (int unknown = 1; unknown > 0; unknown = 8 * split(most)) {
            count(order, unknown);
        }
        assign();
    }

    private void addUp(KeyOrder order, int[] workOfParticles) {
        int count = order.count();
        if (workBefore.length <= count) {
            workBefore = new long[count + (count >> 3) + 1];
        }
        int[] places = order.places();
        long sum = 0;
        for (int i = 0; i < count; i++) {
            workBefore[i] = sum;
            sum += workOfParticles[places[i]];
        }
        workBefore[count] = sum;
    }

    /** Counts the particles and the work of all ranks in the new leaves. */
    private void count(KeyOrder order, int unknown) {
        long[] sums = new long[2 * unknown];
        int next = 0;
        for (int leaf = 0; leaf < leaves; leaf++) {
            if (particles[leaf] < 0) {
                int from = order.lowerBound(start(leaf));
                int to = order.lowerBound(end(leaf));
                sums[next] = to - from;
                sums[next + 1] = workBefore[to] - workBefore[from];
                next += 2;
            }
        }
        communication.sum(sums, sums.length);
        next = 0;
        for (int leaf = 0; leaf < leaves; leaf++) {
            if (particles[leaf] < 0) {
                particles[leaf] = sums[next];
                work[leaf] = sums[next + 1];
                next += 2;
            }
        }
    }

    /**
     * Replaces each leaf with too many particles by the eight cells below it. Returns how many leaves were replaced.
     */
    private int split(long most) {
        int full = 0;
        for (int leaf = 0; leaf < leaves; leaf++) {
            full += isFull(leaf, most) ? 1 : 0;
        }
        if (full == 0) {
            return 0;
        }
        int number = leaves + 7 * full;
        long[] newStart = new long[number];
        int[] newLevel = new int[number];
        long[] newParticles = new long[number];
        long[] newWork = new long[number];
        int next = 0;
        for (int leaf = 0; leaf < leaves; leaf++) {
            boolean divided = isFull(leaf, most);
            for (int child = 0; child < (divided ? 8 : 1); child++) {
                newLevel[next] = level[leaf] + (divided ? 1 : 0);
                newStart[next] = start[leaf] + child * Hilbert.span(newLevel[next]);
                newParticles[next] = divided ? -1 : particles[leaf];
                newWork[next] = work[leaf];
                next++;
            }
        }
        start = newStart;
        level = newLevel;
        particles = newParticles;
        work = newWork;
        leaves = number;
        return full;
    }

    private boolean isFull(int leaf, long most) {
        return particles[leaf] > most && level[leaf] < Hilbert.LEVELS;
    }

    /** Gives each leaf to the rank whose part of the work contains the middle of the leaf's work. */
    private void assign() {
        double total = Arrays.stream(work, 0, leaves).sum();
        int ranks = communication.size();
        int owner = 0;
        long before = 0;
        firstLeaf[0] = 0;
        for (int leaf = 0; leaf < leaves; leaf++) {
            int wanted = Math.min(ranks - 1, (int) ((before + work[leaf] / 2.0) / total * ranks));
            while (owner < wanted) {
                firstLeaf[++owner] = leaf;
            }
            before += work[leaf];
        }
        Arrays.fill(firstLeaf, owner + 1, ranks + 1, leaves);
    }

    /**
     * How many of the particles in this order go to each rank. The particles of one rank follow the particles of the
     * rank before.
     */
    void parts(KeyOrder order, int[] parts) {
        int from = 0;
        for (int rank = 0; rank < parts.length; rank++) {
            int behind = firstLeaf[rank + 1];
            int to = behind == leaves ? order.count() : order.lowerBound(start(behind));
            parts[rank] = to - from;
            from = to;
        }
    }
}
