package mpj.watch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import mpj.tools.Call;
import mpj.tools.Site;
import mpj.tools.Watcher;

/** Adds up where the time of one rank goes, by call and place. Thread-safe. */
public final class Profiling implements Watcher {
    /**
     * A place of the program that calls MPI.
     *
     * @param call what it calls
     * @param site where
     */
    public record Place(String call, Site site) {
    }

    /** What the calls of a place come to. */
    public static final class Total {
        /** How often. */
        public final LongAdder calls = new LongAdder();
        /** How long they took. */
        public final LongAdder nanoseconds = new LongAdder();
        /** How long of that they waited for others. */
        public final LongAdder blocked = new LongAdder();
        /** What they moved. */
        public final LongAdder bytes = new LongAdder();
    }

    private final Map<Place, Total> totals = new ConcurrentHashMap<>();
    private final long start = System.nanoTime();

    Profiling() {
    }

    @Override
    public void after(Call call, Object before) {
        Total total = totals.computeIfAbsent(new Place(call.name(), call.site()), _ -> new Total());
        total.calls.increment();
        total.nanoseconds.add(call.nanoseconds());
        total.blocked.add(call.blocked());
        total.bytes.add(call.bytes());
    }

    /** The time since Init began. */
    public long nanoseconds() {
        return System.nanoTime() - start;
    }

    /** Each place so far. */
    public void forEach(Consumer<Map.Entry<Place, Total>> action) {
        totals.entrySet().forEach(action);
    }
}
