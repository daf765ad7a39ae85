package mpj.apps.nbody;

/**
 * The forces. The particles of a leaf walk through the tree together. The walk looks below a node if the node is near
 * to any point of the box around the particles. Then each particle is attracted by the masses that the walk has found.
 */
final class Gravity {
    /** The cost of looking up an Ewald correction, in attractions. */
    private static final int EWALD_COST = 3;
    /**
     * Cells of this level and of deeper levels are so small that one correction is enough, wherever the walk looks
     * below them.
     */
    private static final int SMOOTH_LEVEL = 2;

    private final double constant;
    private final double softening;
    private final double wrap;
    /** Null if there are no periodic images. */
    private final Ewald ewald;
    private final Interactions near = new Interactions();
    private final Interactions images = new Interactions();
    private final double[] sum = new double[4];
    /** The box of the group: its middle and half its sides. */
    private double x;
    private double y;
    private double z;
    private double halfX;
    private double halfY;
    private double halfZ;
    /** The sum of the spreads of the nodes among {@link #images}. */
    private double spread;
    private long interactions;

    /**
     * Sets the constants. The softening is Plummer's.
     *
     * @param constant the constant of gravitation
     * @param softening the length of the softening
     * @param ewald the correction for periodic images, or null if there are none
     */
    Gravity(double constant, double softening, Ewald ewald) {
        this.constant = constant;
        this.softening = softening;
        this.ewald = ewald;
        wrap = ewald == null ? 0 : 1;
    }

    /**
     * How many interactions of a particle with a node or with another particle have been computed. Corrections are not
     * counted.
     */
    long interactions() {
        return interactions;
    }

    /** Sets accelerations and potentials of the particles. */
    void attract(Particles particles, EssentialTree trees) {
        Tree own = trees.own();
        for (int group = 0; group < own.nodes; group++) {
            int number = own.particles[group];
            if (number > 0) {
                int first = own.first[group];
                surround(particles, first, first + number);
                walk(trees);
                attract(particles, first, first + number);
                interactions += (long) number * near.number();
            }
        }
    }

    /** Finds the box around the particles. */
    private void surround(Particles particles, int from, int to) {
        double leastX = particles.x[from];
        double leastY = particles.y[from];
        double leastZ = particles.z[from];
        double mostX = leastX;
        double mostY = leastY;
        double mostZ = leastZ;
        for (int i = from + 1; i < to; i++) {
            leastX = Math.min(leastX, particles.x[i]);
            leastY = Math.min(leastY, particles.y[i]);
            leastZ = Math.min(leastZ, particles.z[i]);
            mostX = Math.max(mostX, particles.x[i]);
            mostY = Math.max(mostY, particles.y[i]);
            mostZ = Math.max(mostZ, particles.z[i]);
        }
        x = (leastX + mostX) / 2;
        y = (leastY + mostY) / 2;
        z = (leastZ + mostZ) / 2;
        halfX = (mostX - leastX) / 2;
        halfY = (mostY - leastY) / 2;
        halfZ = (mostZ - leastZ) / 2;
    }

    private void walk(EssentialTree trees) {
        near.clear();
        images.clear();
        spread = 0;
        Tree tree = trees.whole();
        boolean periodic = ewald != null;
        int corrected = 0;
        for (int node = 0; node < tree.nodes;) {
            double dx = distance(tree.x[node] - x);
            double dy = distance(tree.y[node] - y);
            double dz = distance(tree.z[node] - z);
            double beyondX = Math.max(0, dx - halfX);
            double beyondY = Math.max(0, dy - halfY);
            double beyondZ = Math.max(0, dz - halfZ);
            double open = tree.open[node];
            boolean far = beyondX * beyondX + beyondY * beyondY + beyondZ * beyondZ >= open * open;
            if (periodic && node >= corrected && (far || isSmooth(tree.level[node], dx, dy, dz))) {
                // This one correction covers everything below the node, however far the walk looks below it.
                images.add(tree.x[node], tree.y[node], tree.z[node], tree.mass[node]);
                spread += tree.spread[node];
                corrected = tree.skip[node];
            }
            if (far) {
                near.add(tree.x[node], tree.y[node], tree.z[node], tree.mass[node]);
                node = tree.skip[node];
            } else {
                if (tree.particles[node] > 0) {
                    addParticles(trees, node, periodic && node >= corrected);
                }
                node++;
            }
        }
    }

    private double distance(double along) {
        return Math.abs(along - wrap * Math.rint(along));
    }

    /** Whether the cell is so small and so near that the same periodic image is the nearest one for all its points. */
    private boolean isSmooth(int level, double dx, double dy, double dz) {
        double room = 0.5 - 1.0 / (1 << level);
        return level >= SMOOTH_LEVEL && dx + halfX < room && dy + halfY < room && dz + halfZ < room;
    }

    private void addParticles(EssentialTree trees, int leaf, boolean withImages) {
        Tree tree = trees.whole();
        int first = tree.first[leaf];
        int number = tree.particles[leaf];
        double each = tree.mass[leaf] / number;
        for (int i = first; i < first + number; i++) {
            near.add(trees.x()[i], trees.y()[i], trees.z()[i], each);
            if (withImages) {
                images.add(trees.x()[i], trees.y()[i], trees.z()[i], each);
            }
        }
    }

    private void attract(Particles particles, int from, int to) {
        // The offset corrects two errors. A particle meets itself in its own leaf. And the correction subtracts the
        // mean density as if the mass of a node were at its centre. A spread mass differs from this by a value that is
        // the same everywhere.
        double offset = particles.mass / softening - 2 * Math.PI / 3 * spread;
        int cost = near.number() + EWALD_COST * images.number();
        for (int i = from; i < to; i++) {
            attract(near, particles.x[i], particles.y[i], particles.z[i], softening * softening, wrap, sum);
            if (ewald != null) {
                ewald.add(images, particles.x[i], particles.y[i], particles.z[i], sum);
            }
            particles.ax[i] = constant * sum[0];
            particles.ay[i] = constant * sum[1];
            particles.az[i] = constant * sum[2];
            particles.potential[i] = constant * (sum[3] + offset);
            particles.work[i] = cost;
        }
    }

    /**
     * Sets the sum to acceleration and potential at a point, without the constant of gravitation and without images.
     */
    static void attract(Interactions masses, double x, double y, double z, double softeningSquared, double wrap,
                        double[] sum) {
        double[] massX = masses.x();
        double[] massY = masses.y();
        double[] massZ = masses.z();
        double[] mass = masses.mass();
        int number = masses.number();
        double ax = 0;
        double ay = 0;
        double az = 0;
        double potential = 0;
        for (int n = 0; n < number; n++) {
            double dx = massX[n] - x;
            double dy = massY[n] - y;
            double dz = massZ[n] - z;
            dx -= wrap * Math.rint(dx);
            dy -= wrap * Math.rint(dy);
            dz -= wrap * Math.rint(dz);
            double square = dx * dx + dy * dy + dz * dz + softeningSquared;
            double force = mass[n] / (square * Math.sqrt(square));
            ax += dx * force;
            ay += dy * force;
            az += dz * force;
            potential -= square * force;
        }
        sum[0] = ax;
        sum[1] = ay;
        sum[2] = az;
        sum[3] = potential;
    }
}
