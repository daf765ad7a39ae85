package mpj.apps.nbody;

import java.util.Arrays;

/**
 * An octree of particles. Its nodes are in the order in which a walk comes to them: after a node come the nodes below
 * it, and then the node that {@link #skip} names. A cell is divided if it has more particles than a bucket holds, and
 * cells without particles are left out. The tree is therefore the same however its parts were put together.
 */
final class Tree {
    private final double opening;
    private final int bucket;
    private final int[] cell = new int[3];

    int nodes;
    /** The centre of mass. */
    double[] x = new double[64];
    double[] y = new double[64];
    double[] z = new double[64];
    double[] mass = new double[64];
    /** The sum over the masses of each mass times the square of its distance from the centre. */
    double[] spread = new double[64];
    /**
     * A walk looks below a node that is nearer than this distance. It is zero if the nodes below are not on this rank.
     */
    double[] open = new double[64];
    int[] level = new int[64];
    /** The node after all nodes that are below this one. */
    int[] skip = new int[64];
    /** The particles of a leaf. A node that is no leaf has none, and neither has a leaf that no walk looks into. */
    int[] first = new int[64];
    int[] particles = new int[64];

    /**
     * An empty tree.
     *
     * @param opening the opening angle: a walk does not look below a node whose side divided by its distance is less
     * @param bucket how many particles a leaf may have
     */
    Tree(double opening, int bucket) {
        this.opening = opening;
        this.bucket = bucket;
    }

    void clear() {
        nodes = 0;
    }

    /** Appends a node that has no mass yet. */
    int append(int atLevel) {
        if (nodes == x.length) {
            int length = Math.addExact(nodes, nodes >> 1);
            x = Arrays.copyOf(x, length);
            y = Arrays.copyOf(y, length);
            z = Arrays.copyOf(z, length);
            mass = Arrays.copyOf(mass, length);
            spread = Arrays.copyOf(spread, length);
            open = Arrays.copyOf(open, length);
            level = Arrays.copyOf(level, length);
            skip = Arrays.copyOf(skip, length);
            first = Arrays.copyOf(first, length);
            particles = Arrays.copyOf(particles, length);
        }
        level[nodes] = atLevel;
        skip[nodes] = nodes + 1;
        particles[nodes] = 0;
        return nodes++;
    }

    /** Appends the tree of the particles between two places in the order of keys. */
    void build(long[] keys, Particles of, RootCell root, int from, int to, int atLevel) {
        int node = append(atLevel);
        if (to - from <= bucket || atLevel == Hilbert.LEVELS) {
            leaf(node, of, from, to);
        } else {
            int shift = 3 * (Hilbert.LEVELS - atLevel - 1);
            for (int child = from; child < to;) {
                long prefix = keys[child] >>> shift;
                int end = child + 1;
                while (end < to && keys[end] >>> shift == prefix) {
                    end++;
                }
                build(keys, of, root, child, end, atLevel + 1);
                child = end;
            }
            addUp(node);
        }
        measure(node, keys[from], root);
    }

    private void leaf(int node, Particles of, int from, int to) {
        double sumX = 0;
        double sumY = 0;
        double sumZ = 0;
        for (int i = from; i < to; i++) {
            sumX += of.x[i];
            sumY += of.y[i];
            sumZ += of.z[i];
        }
        int number = to - from;
        x[node] = sumX / number;
        y[node] = sumY / number;
        z[node] = sumZ / number;
        double squares = 0;
        for (int i = from; i < to; i++) {
            squares += square(of.x[i] - x[node], of.y[i] - y[node], of.z[i] - z[node]);
        }
        mass[node] = number * of.mass;
        spread[node] = squares * of.mass;
        first[node] = from;
        particles[node] = number;
    }

    /** Computes a node from the nodes that have been appended since. Its mass is their mass. */
    void addUp(int node) {
        double sum = 0;
        double sumX = 0;
        double sumY = 0;
        double sumZ = 0;
        for (int child = node + 1; child < nodes; child = skip[child]) {
            sum += mass[child];
            sumX += mass[child] * x[child];
            sumY += mass[child] * y[child];
            sumZ += mass[child] * z[child];
        }
        mass[node] = sum;
        x[node] = sumX / sum;
        y[node] = sumY / sum;
        z[node] = sumZ / sum;
        double squares = 0;
        for (int child = node + 1; child < nodes; child = skip[child]) {
            squares += spread[child] + mass[child] * square(x[child] - x[node], y[child] - y[node], z[child] - z[node]);
        }
        spread[node] = squares;
        skip[node] = nodes;
    }

    private static double square(double dx, double dy, double dz) {
        return dx * dx + dy * dy + dz * dz;
    }

    /**
     * Computes how near a walk may come without looking below the node. The distance between the centre of mass and the
     * middle of the cell is added, so that a walk from inside a cell always looks below its node.
     *
     * @param key the key of a particle in the cell
     */
    void measure(int node, long key, RootCell root) {
        Hilbert.cell(key, cell);
        double dx = x[node] - root.middle(0, cell[0], level[node]);
        double dy = y[node] - root.middle(1, cell[1], level[node]);
        double dz = z[node] - root.middle(2, cell[2], level[node]);
        open[node] = root.side(level[node]) / opening + Math.sqrt(square(dx, dy, dz));
    }

    /** Appends a part of another tree. The particles must have the same indices here as in the other tree. */
    void append(Tree other, int from, int to) {
        int moved = nodes - from;
        for (int node = from; node < to; node++) {
            int copy = append(other.level[node]);
            x[copy] = other.x[node];
            y[copy] = other.y[node];
            z[copy] = other.z[node];
            mass[copy] = other.mass[node];
            spread[copy] = other.spread[node];
            open[copy] = other.open[node];
            skip[copy] = other.skip[node] + moved;
            first[copy] = other.first[node];
            particles[copy] = other.particles[node];
        }
    }
}
