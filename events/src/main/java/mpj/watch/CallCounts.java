package mpj.watch;

/** The number and the times of one thread's calls. Only that thread adds to them. */
final class CallCounts {
    final Count calls = new Count();
    final Count nanoseconds = new Count();
    final Count blocked = new Count();

    void after(OpenCall call) {
        calls.add(1);
        nanoseconds.add(call.nanoseconds());
        if (call.blocked() != 0) {
            blocked.add(call.blocked());
        }
    }

    /** Adds the counts of a thread that has ended. */
    void add(CallCounts ended) {
        calls.add(ended.calls.get());
        nanoseconds.add(ended.nanoseconds.get());
        blocked.add(ended.blocked.get());
    }
}
