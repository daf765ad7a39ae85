package mpj.bench.compare;

/** Why a round of blocks is discarded. */
enum Objection {
    /** The distance of the cores changed between the round's blocks. */
    STATE_CHANGED("the machine changed its state between the blocks"),
    /** The bare exchange of a flag took longer than between any two cores. */
    DISTURBED("the exchange of a flag was slower than any two cores are: something else ran there"),
    /** The kernel gave a rank's core to other processes. */
    DISPLACED("a rank waited for its core, on which something else ran");

    private final String sentence;

    Objection(String sentence) {
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }
}
