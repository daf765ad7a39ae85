package mpj.apps.nbody;

import java.util.Arrays;

/**
 * The part of the whole tree that this rank's particles need: the nodes above the domains, this rank's own nodes, and
 * the nodes that other ranks send. A rank sends everything that any particle in the other rank's domain may need. It
 * decides this only from the cells of that domain.
 */
final class EssentialTree {
    /**
     * Doubles of a node in a message: centre of mass, mass, spread, opening distance, level, and the two numbers below.
     */
    private static final int NODE = 9;
    /** The index of the number of nodes that are written from this node on: the node and those below it. */
    private static final int SIZE = 7;
    /** The index of the number of particles that are written after the node. */
    private static final int PARTICLES = 8;
    /** Doubles of a particle in a message. */
    private static final int POINT = 3;
    /** The largest factor by which rounding may change a distance. */
    private static final double MARGIN = 1 + 1e-9;

    private final Communication communication;
    private final Domains domains;
    private final boolean periodic;
    private final Tree own;
    private final Tree whole;
    private final Records sent = new Records();
    private final Records received = new Records();
    private final int[] parts;
    /** The first node of the tree of each leaf of this rank's domain, and then the end of the last tree. */
    private int[] nodeOfLeaf = {};
    /** The particles from which this rank's own tree was built. */
    private Particles particles;
    private RootCell root;
    private Boxes boxes;
    /** A stack of boxes from which particles look below a node. */
    private int[] near = new int[64];
    /** This rank's own particles, and the particles that other ranks sent. */
    private double[] x = {};
    private double[] y = {};
    private double[] z = {};
    private int points;
    /** For each rank, where its next leaf begins in the received data. */
    private final int[] next;

    EssentialTree(Communication communication, Domains domains, boolean periodic, double opening, int bucket) {
        this.communication = communication;
        this.domains = domains;
        this.periodic = periodic;
        own = new Tree(opening, bucket);
        whole = new Tree(opening, bucket);
        parts = new int[communication.size()];
        next = new int[communication.size()];
    }

    /** The tree of this rank's particles. Its leaves are the groups that walk together. */
    Tree own() {
        return own;
    }

    /** The tree through which the groups walk. */
    Tree whole() {
        return whole;
    }

    /** The x coordinates of the particles in {@link #whole}. */
    double[] x() {
        return x;
    }

    double[] y() {
        return y;
    }

    double[] z() {
        return z;
    }

    /** Builds the trees below the leaves of this rank's domain. */
    void build(Particles of, KeyOrder order, RootCell inCell) {
        particles = of;
        root = inCell;
        own.clear();
        int from = domains.firstLeaf(communication.rank());
        int to = domains.firstLeaf(communication.rank() + 1);
        nodeOfLeaf = new int[to - from + 1];
        int place = 0;
        for (int leaf = from; leaf < to; leaf++) {
            nodeOfLeaf[leaf - from] = own.nodes;
            if (!domains.isEmpty(leaf)) {
                int end = order.lowerBound(domains.end(leaf));
                own.build(order.keys(), of, root, place, end, domains.level(leaf));
                place = end;
            }
        }
        nodeOfLeaf[to - from] = own.nodes;
    }

    /** Sends and receives the nodes that are needed, and assembles the whole tree. */
    void exchange() {
        boxes = new Boxes(domains, root, periodic);
        sent.clear();
        for (int other = 0; other < communication.size(); other++) {
            int before = sent.length();
            if (other != communication.rank()) {
                writeFor(other);
            }
            parts[other] = sent.length() - before;
        }
        int[] counts = communication.exchange(sent.elements(), parts, 1, received);
        int start = 0;
        for (int other = 0; other < communication.size(); other++) {
            next[other] = start;
            start += counts[other];
        }
        assemble();
    }

    private void writeFor(int other) {
        int boxesOfOther = 0;
        for (int leaf = domains.firstLeaf(other); leaf < domains.firstLeaf(other + 1); leaf++) {
            if (!domains.isEmpty(leaf)) {
                push(boxesOfOther++, leaf);
            }
        }
        for (int node = 0; node < own.nodes; node = own.skip[node]) {
            write(node, 0, boxesOfOther);
        }
    }

    private void push(int place, int leaf) {
        if (place == near.length) {
            near = Arrays.copyOf(near, 2 * place);
        }
        near[place] = leaf;
    }

    /**
     * Writes a node for the boxes in this part of the stack. No other boxes need the node. Returns how many nodes were
     * written.
     */
    private int write(int node, int from, int to) {
        sent.reserve(NODE);
        int start = sent.grow(NODE);
        double distance = own.open[node] * MARGIN;
        int top = to;
        for (int i = from; i < to; i++) {
            if (boxes.squareOfDistance(near[i], own.x[node], own.y[node], own.z[node]) < distance * distance) {
                push(top++, near[i]);
            }
        }
        boolean looksBelow = top > to;
        int inside = looksBelow ? own.particles[node] : 0;
        int size = 1;
        if (inside > 0) {
            writeParticles(own.first[node], inside);
        } else if (looksBelow) {
            for (int child = node + 1; child < own.skip[node]; child = own.skip[child]) {
                size += write(child, to, top);
            }
        }
        double[] record = sent.elements();
        record[start] = own.x[node];
        record[start + 1] = own.y[node];
        record[start + 2] = own.z[node];
        record[start + 3] = own.mass[node];
        record[start + 4] = own.spread[node];
        record[start + 5] = looksBelow ? own.open[node] : 0;
        record[start + 6] = own.level[node];
        record[start + SIZE] = size;
        record[start + PARTICLES] = inside;
        return size;
    }

    private void writeParticles(int first, int number) {
        sent.reserve(POINT * number);
        int start = sent.grow(POINT * number);
        double[] record = sent.elements();
        for (int i = 0; i < number; i++) {
            record[start + POINT * i] = particles.x[first + i];
            record[start + POINT * i + 1] = particles.y[first + i];
            record[start + POINT * i + 2] = particles.z[first + i];
        }
    }

    private void assemble() {
        int most = Math.addExact(particles.count, received.length() / POINT);
        if (x.length < most) {
            x = new double[most + (most >> 3)];
            y = new double[x.length];
            z = new double[x.length];
        }
        System.arraycopy(particles.x, 0, x, 0, particles.count);
        System.arraycopy(particles.y, 0, y, 0, particles.count);
        System.arraycopy(particles.z, 0, z, 0, particles.count);
        points = particles.count;
        whole.clear();
        assemble(0, 0, 0);
    }

    /** Appends the cell that begins with this leaf, and returns the leaf after the cell. */
    private int assemble(int firstLeaf, long start, int level) {
        if (domains.level(firstLeaf) == level) {
            appendLeaf(firstLeaf);
            return firstLeaf + 1;
        }
        int node = whole.append(level);
        int leaf = firstLeaf;
        for (int child = 0; child < 8; child++) {
            leaf = assemble(leaf, start + child * Hilbert.span(level + 1), level + 1);
        }
        whole.addUp(node);
        whole.measure(node, start, root);
        return leaf;
    }

    private void appendLeaf(int leaf) {
        int rank = communication.rank();
        if (domains.isEmpty(leaf)) {
            return;
        }
        int mine = leaf - domains.firstLeaf(rank);
        if (mine >= 0 && leaf < domains.firstLeaf(rank + 1)) {
            whole.append(own, nodeOfLeaf[mine], nodeOfLeaf[mine + 1]);
            return;
        }
        int owner = rank;
        while (leaf < domains.firstLeaf(owner)) {
            owner--;
        }
        while (leaf >= domains.firstLeaf(owner + 1)) {
            owner++;
        }
        next[owner] = read(next[owner]);
    }

    /** Appends the tree of a leaf from the received data, and returns where the next tree begins. */
    private int read(int begin) {
        double[] record = received.elements();
        int start = begin;
        for (int left = (int) record[begin + SIZE]; left > 0; left--) {
            int node = whole.append((int) record[start + 6]);
            whole.x[node] = record[start];
            whole.y[node] = record[start + 1];
            whole.z[node] = record[start + 2];
            whole.mass[node] = record[start + 3];
            whole.spread[node] = record[start + 4];
            whole.open[node] = record[start + 5];
            whole.skip[node] = node + (int) record[start + SIZE];
            int number = (int) record[start + PARTICLES];
            whole.first[node] = points;
            whole.particles[node] = number;
            start += NODE;
            for (int i = 0; i < number; i++) {
                x[points] = record[start];
                y[points] = record[start + 1];
                z[points] = record[start + 2];
                points++;
                start += POINT;
            }
        }
        return start;
    }
}
