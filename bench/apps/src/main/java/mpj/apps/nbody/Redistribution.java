package mpj.apps.nbody;

/** Moves each particle to the rank in whose domain it is, and sorts the particles of a rank by key. */
final class Redistribution {
    private final Communication communication;
    private final Domains domains;
    private final KeyOrder order = new KeyOrder();
    private final Records sent = new Records();
    private final Records received = new Records();
    private final int[] parts;

    Redistribution(Communication communication, Domains domains) {
        this.communication = communication;
        this.domains = domains;
        parts = new int[communication.size()];
    }

    /** The order of the particles. After {@link #exchange} it is the order of their indices. */
    KeyOrder order() {
        return order;
    }

    /** Divides the domains by the present positions of the particles. */
    void divide(Particles particles, RootCell root) {
        long[] keys = order.forKeys(particles.count);
        for (int i = 0; i < particles.count; i++) {
            keys[i] = root.key(particles.x[i], particles.y[i], particles.z[i]);
        }
        order.sort();
        domains.divide(order, particles.work);
    }

    /** Exchanges the particles. Afterwards the particles of a rank are in the order of their keys. */
    void exchange(Particles particles, RootCell root) {
        domains.parts(order, parts);
        sent.clear();
        sent.reserve(Math.multiplyExact(particles.count, Particles.WIDTH));
        int[] places = order.places();
        double[] records = sent.elements();
        for (int i = 0; i < particles.count; i++) {
            particles.record(places[i], records, i * Particles.WIDTH);
        }
        communication.exchange(records, parts, Particles.WIDTH, received);
        take(particles, root);
    }

    private void take(Particles particles, RootCell root) {
        double[] records = received.elements();
        int count = received.length() / Particles.WIDTH;
        long[] keys = order.forKeys(count);
        for (int i = 0; i < count; i++) {
            int start = i * Particles.WIDTH;
            keys[i] = root.key(records[start], records[start + 1], records[start + 2]);
        }
        order.sort();
        order.sortEqualKeys(records);
        particles.renew(count);
        int[] places = order.places();
        for (int i = 0; i < count; i++) {
            particles.restore(i, records, places[i] * Particles.WIDTH);
        }
    }
}
