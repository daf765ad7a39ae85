package mpj.apps.nbody;

import java.util.Arrays;

/**
 * The part of the whole tree that this rank's particles look at: the nodes above the domains, its own, and those that
 * others send. A rank sends what any particle may look at that lies in the other's domain, which it tells from the
 * cells of that domain alone.
 */
final class EssentialTree {
    /** Doubles of a node in a message: centre of mass, mass, spread, opening distance, level, and then these two. */
    private static final int NODE = 9;
    /** The number of nodes that are written from this one on, with those below it. */
    private static final int SIZE = 7;
    /** The number of particles that are written behind it. */
    private static final int PARTICLES = 8;
    /** Doubles of a particle. */
    private static final int POINT = 3;
    /** What rounding may make of a distance. */
    private static final double MARGIN = 1 + 1e-9;

    private final Communication communication;
    private final Domains domains;
    private final boolean periodic;
    private final Tree own;
    private final Tree whole;
    private final Records sent = new Records();
    private final Records received = new Records();
    private final int[] parts;
    /** By leaf of this rank's domain, the first node of its tree; and behind the last. */
    private int[] nodeOfLeaf = {};
    /** What the own tree was built from. */
    private Particles particles;
    private RootCell root;
    private Boxes boxes;
    /** A stack of the boxes from which a node is looked into. */
    private int[] near = new int[64];
    /** Own particles and those that others sent. */
    private double[] x = {};
    private double[] y = {};
    private double[] z = {};
    private int points;
    /** Where the next leaf of each rank begins in what was received. */
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

    /** This rank's particles: the leaves are the groups that walk together. */
    Tree own() {
        return own;
    }

    /** What they walk through. */
    Tree whole() {
        return whole;
    }

    /** Of the particles in {@link #whole}. */
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

    /** Sends and receives what is needed, and puts the whole together. */
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

    /** Writes a node for the boxes in this part of the stack: no others look at it. Answers how many nodes it wrote. */
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

    /** Appends the cell that begins with this leaf, and answers the leaf behind it. */
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

    /** Appends the tree of a leaf from what was received, and answers where the next one begins. */
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
