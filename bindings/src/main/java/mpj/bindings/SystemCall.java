package mpj.bindings;

/** System calls that the C library has no function for. Their numbers are the machine's, so jextract cannot tell. */
public enum SystemCall {
    /** Sleeping on a word, and waking who does: futex(2). */
    FUTEX("SYS_futex", 202, 98),
    /** Ordering the memory accesses of other threads: membarrier(2). */
    MEMBARRIER("SYS_membarrier", 324, 283);

    private final String constant;
    private final long onAmd64;
    private final long onAarch64;

    SystemCall(String constant, long onAmd64, long onAarch64) {
        this.constant = constant;
        this.onAmd64 = onAmd64;
        this.onAarch64 = onAarch64;
    }

    /** Its name in C. */
    String constant() {
        return constant;
    }

    /** Its number on a machine, by the JDK's name. */
    long on(String machine) {
        return Machine.AARCH64.is(machine) ? onAarch64 : onAmd64;
    }
}
