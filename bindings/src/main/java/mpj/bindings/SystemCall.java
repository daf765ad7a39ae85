package mpj.bindings;

/**
 * System calls for which the C library has no function. Their numbers depend on the machine, so jextract cannot
 * generate them for all machines.
 */
public enum SystemCall {
    /** Sleeps on a word in memory, and wakes threads that sleep on it: futex(2). */
    FUTEX("SYS_futex", 202, 98),
    /** Orders the memory accesses of other threads: membarrier(2). */
    MEMBARRIER("SYS_membarrier", 324, 283);

    private final String constant;
    private final long onAmd64;
    private final long onAarch64;

    SystemCall(String constant, long onAmd64, long onAarch64) {
        this.constant = constant;
        this.onAmd64 = onAmd64;
        this.onAarch64 = onAarch64;
    }

    /** The name of the number in C. */
    String constant() {
        return constant;
    }

    /** The number of the call on a machine, which is given by the JDK's name. */
    long on(String machine) {
        return Machine.AARCH64.is(machine) ? onAarch64 : onAmd64;
    }
}
