package mpj.apps.nbody;

/** The phases of a step, for its time. */
enum Phase {
    /** Keys, domains, and the exchange of particles. */
    DOMAINS("domains"),
    /** The trees of a rank's own particles. */
    TREE("tree"),
    /** The exchange of nodes, and the tree that all groups walk through. */
    EXCHANGE("exchange"),
    WALK("walk"),
    /** Kicks and drifts. */
    MOTION("motion");

    private final String label;

    Phase(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
