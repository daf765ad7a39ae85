package mpj.runtime.bootstrap;

/** What a rank says when it aborts under a launcher that does not say it. */
final class AbortedRank {
    private AbortedRank() {
    }

    static void report(int rank, int code, String message) {
        System.out.flush();
        System.err.println("rank " + rank + " called Abort(" + code + ")" + (message.isEmpty() ? "" : ": " + message));
        System.err.flush();
    }
}
