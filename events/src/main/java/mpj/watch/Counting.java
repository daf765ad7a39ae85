package mpj.watch;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.management.JMException;
import mpj.tools.Counters;

/**
 * Counts what one rank does. Each thread has its own counts of calls. Everything else is reported by one thread at a
 * time, which holds the rank's lock. Any thread may read.
 */
final class Counting implements Counters {
    /** The messages sent by one transport. */
    private record Traffic(Count messages, Count bytes) {
    }

    private final int rank;
    private final Supplier<OpenCall> current;
    /** The counts of the threads that may call, and of those that have ended. */
    private final List<CallCounts> calls = new ArrayList<>();
    private final CallCounts ended = new CallCounts();
    private final Count received = new Count();
    private final Count bytesReceived = new Count();
    private final Count unexpectedTotal = new Count();
    private final Count backPressure = new Count();
    private final Count backPressureNanoseconds = new Count();
    private final Map<String, Traffic> sent = new ConcurrentHashMap<>();
    /** The entry that was used last. */
    private String recentTransport;
    private Traffic recent;
    private final Map<String, Map<String, LongAdder>> algorithms = new ConcurrentHashMap<>();
    private final Count postedReceives = new Count();
    private final Count unexpectedMessages = new Count();

    /**
     * @param current finds the call under way that has lasted longest, or null
     */
    Counting(int rank, Supplier<OpenCall> current) {
        this.rank = rank;
        this.current = current;
    }

    /** Registers the counters as an MXBean. If that fails, the rank continues without it. */
    void register() {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(this, Counters.name(rank));
        } catch (JMException e) {
            System.err.println("rank " + rank + ": its counters are not shown by JMX: " + e);
        }
    }

    void close() {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(Counters.name(rank));
        } catch (JMException e) {
            return; // it was not registered
        }
    }

    /** Makes the counts of a thread that makes its first call. */
    synchronized CallCounts forThread() {
        CallCounts counts = new CallCounts();
        calls.add(counts);
        return counts;
    }

    /** Keeps the counts of a thread that has ended. */
    synchronized void ended(CallCounts thread) {
        if (calls.remove(thread)) {
            ended.add(thread);
        }
    }

    private synchronized long sum(Function<CallCounts, Count> part) {
        return part.apply(ended).get() + calls.stream().mapToLong(each -> part.apply(each).get()).sum();
    }

    void after(OpenCall call) {
        call.counts.after(call);
        if (call.algorithm() != null) {
            count(algorithms.computeIfAbsent(call.name(), _ -> new ConcurrentHashMap<>()), call.algorithm(), 1);
        }
    }

    void sent(String transport, long size) {
        if (!transport.equals(recentTransport)) {
            recentTransport = transport;
            recent = sent.computeIfAbsent(recentTransport, _ -> new Traffic(new Count(), new Count()));
        }
        recent.messages.add(1);
        recent.bytes.add(size);
    }

    void arrived(long size, boolean unexpected) {
        received.add(1);
        bytesReceived.add(size);
        if (unexpected) {
            unexpectedTotal.add(1);
        }
    }

    void backPressure(long nanoseconds) {
        backPressure.add(1);
        backPressureNanoseconds.add(nanoseconds);
    }

    void queued(int posted, int unexpected) {
        postedReceives.set(posted);
        unexpectedMessages.set(unexpected);
    }

    private static void count(Map<String, LongAdder> by, String key, long number) {
        LongAdder adder = by.get(key);
        if (adder == null) {
            adder = by.computeIfAbsent(key, _ -> new LongAdder());
        }
        adder.add(number);
    }

    private Map<String, Long> byTransport(Function<Traffic, Count> part) {
        Map<String, Long> values = new TreeMap<>();
        sent.forEach((transport, traffic) -> values.put(transport, part.apply(traffic).get()));
        return values;
    }

    private long ofAll(Function<Traffic, Count> part) {
        return byTransport(part).values().stream().mapToLong(Long::longValue).sum();
    }

    private static Map<String, Long> sums(Map<String, LongAdder> by) {
        Map<String, Long> sums = new TreeMap<>();
        by.forEach((key, adder) -> sums.put(key, adder.sum()));
        return sums;
    }

    @Override
    public int getRank() {
        return rank;
    }

    @Override
    public long getCalls() {
        return sum(each -> each.calls);
    }

    @Override
    public long getCallNanoseconds() {
        return sum(each -> each.nanoseconds);
    }

    @Override
    public long getBlockedNanoseconds() {
        return sum(each -> each.blocked);
    }

    @Override
    public long getMessagesSent() {
        return ofAll(Traffic::messages);
    }

    @Override
    public long getBytesSent() {
        return ofAll(Traffic::bytes);
    }

    @Override
    public long getMessagesReceived() {
        return received.get();
    }

    @Override
    public long getBytesReceived() {
        return bytesReceived.get();
    }

    @Override
    public Map<String, Long> getMessagesByTransport() {
        return byTransport(Traffic::messages);
    }

    @Override
    public Map<String, Long> getBytesByTransport() {
        return byTransport(Traffic::bytes);
    }

    @Override
    public long getUnexpectedMessages() {
        return unexpectedMessages.get();
    }

    @Override
    public long getUnexpectedTotal() {
        return unexpectedTotal.get();
    }

    @Override
    public long getPostedReceives() {
        return postedReceives.get();
    }

    @Override
    public long getBackPressureTimes() {
        return backPressure.get();
    }

    @Override
    public long getBackPressureNanoseconds() {
        return backPressureNanoseconds.get();
    }

    @Override
    public Map<String, Long> getAlgorithms() {
        Map<String, Long> chosen = new TreeMap<>();
        algorithms.forEach((call, by) -> sums(by).forEach((name, times) -> chosen.put(call + " " + name, times)));
        return chosen;
    }

    @Override
    public String getCurrentCall() {
        OpenCall call = current.get();
        String words = call == null ? null : call.inWords();
        return words == null ? "" : words;
    }

    @Override
    public long getCurrentCallNanoseconds() {
        OpenCall call = current.get();
        return call == null ? 0 : call.lasts(System.nanoTime());
    }
}
