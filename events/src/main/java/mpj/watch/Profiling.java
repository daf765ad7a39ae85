package mpj.watch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import mpj.tools.Call;
import mpj.tools.Site;
import mpj.tools.Watcher;

/** Adds up the time of one rank, by call and place. Thread-safe. */
public final class Profiling implements Watcher {
    /**
     * A place in the program that calls MPI.
     *
     * @param call the name of the called function
     * @param site the place
     */
    public record Place(String call, Site site) {
    }

    /** The sums of the calls of a place. */
    public static final class Total {
        /** The number of calls. */
        public final LongAdder calls = new LongAdder();
        /** Their duration, in nanoseconds. */
        public final LongAdder nanoseconds = new LongAdder();
        /** The part of the duration in which they waited for others, in nanoseconds. */
        public final LongAdder blocked = new LongAdder();
        /** The bytes that they moved. */
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

    /** The nanoseconds since Init began. */
    public long nanoseconds() {
        return System.nanoTime() - start;
    }

    /** Passes each place so far to the action. */
    public void forEach(Consumer<Map.Entry<Place, Total>> action) {
        totals.entrySet().forEach(action);
    }
}
