package mpj.watch;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import javax.management.JMException;
import mpj.tools.Call;
import mpj.tools.Counters;
import mpj.tools.Message;
import mpj.tools.Watcher;

/** Counts what one rank does. Thread-safe. */
final class Counting implements Watcher, Counters {
    private final int rank;
    private final Supplier<OpenCall> current;
    private final LongAdder calls = new LongAdder();
    private final LongAdder callNanoseconds = new LongAdder();
    private final LongAdder blocked = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder bytesSent = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder bytesReceived = new LongAdder();
    private final LongAdder unexpectedTotal = new LongAdder();
    private final LongAdder backPressure = new LongAdder();
    private final LongAdder backPressureNanoseconds = new LongAdder();
    private final Map<String, LongAdder> messagesBy = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> bytesBy = new ConcurrentHashMap<>();
    private final Map<String, Map<String, LongAdder>> algorithms = new ConcurrentHashMap<>();
    private volatile int postedReceives;
    private volatile int unexpectedMessages;

    /** @param current the call under way that has lasted longest, or null */
    Counting(int rank, Supplier<OpenCall> current) {
        this.rank = rank;
        this.current = current;
    }

    /** Makes them an MXBean. If that fails, the rank goes on without it. */
    void register() {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(this, Counters.name(rank));
        } catch (JMException e) {
            System.err.println("rank " + rank + ": its counters are not shown by JMX: " + e);
        }
    }

    @Override
    public void close() {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(Counters.name(rank));
        } catch (JMException e) {
            return; // it was not registered
        }
    }

    @Override
    public void after(Call call, Object before) {
        calls.increment();
        callNanoseconds.add(call.nanoseconds());
        blocked.add(call.blocked());
        if (call.algorithm() != null) {
            count(algorithms.computeIfAbsent(call.name(), _ -> new ConcurrentHashMap<>()), call.algorithm(), 1);
        }
    }

    @Override
    public void sent(Message message) {
        sent.increment();
        bytesSent.add(message.bytes());
        count(messagesBy, message.transport(), 1);
        count(bytesBy, message.transport(), message.bytes());
    }

    @Override
    public void arrived(Message message, boolean unexpected) {
        received.increment();
        bytesReceived.add(message.bytes());
        if (unexpected) {
            unexpectedTotal.increment();
        }
    }

    @Override
    public void backPressure(int peer, String transport, long bytes, long nanoseconds) {
        backPressure.increment();
        backPressureNanoseconds.add(nanoseconds);
    }

    void queued(int posted, int unexpected) {
        postedReceives = posted;
        unexpectedMessages = unexpected;
    }

    private static void count(Map<String, LongAdder> by, String key, long number) {
        LongAdder adder = by.get(key);
        if (adder == null) {
            adder = by.computeIfAbsent(key, _ -> new LongAdder());
        }
        adder.add(number);
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
        return calls.sum();
    }

    @Override
    public long getCallNanoseconds() {
        return callNanoseconds.sum();
    }

    @Override
    public long getBlockedNanoseconds() {
        return blocked.sum();
    }

    @Override
    public long getMessagesSent() {
        return sent.sum();
    }

    @Override
    public long getBytesSent() {
        return bytesSent.sum();
    }

    @Override
    public long getMessagesReceived() {
        return received.sum();
    }

    @Override
    public long getBytesReceived() {
        return bytesReceived.sum();
    }

    @Override
    public Map<String, Long> getMessagesByTransport() {
        return sums(messagesBy);
    }

    @Override
    public Map<String, Long> getBytesByTransport() {
        return sums(bytesBy);
    }

    @Override
    public long getUnexpectedMessages() {
        return unexpectedMessages;
    }

    @Override
    public long getUnexpectedTotal() {
        return unexpectedTotal.sum();
    }

    @Override
    public long getPostedReceives() {
        return postedReceives;
    }

    @Override
    public long getBackPressureTimes() {
        return backPressure.sum();
    }

    @Override
    public long getBackPressureNanoseconds() {
        return backPressureNanoseconds.sum();
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
        return call == null ? 0 : Math.max(0, System.nanoTime() - call.start());
    }
}
