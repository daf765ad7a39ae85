package mpj.runtime.bootstrap;

/** Prints that a rank called Abort, for launchers that do not print it themselves. */
final class AbortedRank {
    private AbortedRank() {
    }

    static void report(int rank, int code, String message) {
        System.out.flush();
        System.err.println("rank " + rank + " called Abort(" + code + ")" + (message.isEmpty() ? "" : ": " + message));
        System.err.flush();
    }
}
