package tycho.mediator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** How many messages the clients of all sites publish, by topic, as their mediators say. Thread-safe. */
final class Traffic {
    /**
     * A topic that has had messages lately.
     *
     * @param topic     the topic
     * @param perSecond the messages of a second, on average over the last seconds
     * @param messages  the messages since the topic was first seen here
     */
    record Rate(String topic, double perSecond, long messages) {
    }

    static final int SECONDS = 10;
    private static final int MOST_TOPICS = 10_000;
    private static final long FORGOTTEN_SECONDS = 600;

    /** The messages of the last seconds, each second at its number modulo {@link #SECONDS}. */
    private static final class Counter {
        private final long[] ofSecond = new long[SECONDS];
        private long messages;
        private long last;
        private long lastMessage;

        Counter(long second) {
            last = second;
        }

        void to(long second) {
            for (long each = Math.max(last + 1, second - SECONDS + 1); each <= second; each++) {
                ofSecond[(int) Math.floorMod(each, (long) SECONDS)] = 0;
            }
            last = Math.max(last, second);
        }

        void add(long more) {
            ofSecond[(int) Math.floorMod(last, (long) SECONDS)] += more;
            messages += more;
            lastMessage = last;
        }
    }

    private final LongSupplier nanoTime;
    private final long begin;
    private final Map<String, Counter> topics = new HashMap<>();
    private Map<String, Long> untold = new HashMap<>();

    Traffic(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        begin = nanoTime.getAsLong();
    }

    /** Clients of this mediator have published messages, of which the other mediators are to be told. */
    synchronized void addOwn(Map<String, Long> messages) {
        add(messages);
        messages.forEach((topic, count) -> {
            if (untold.size() < MOST_TOPICS || untold.containsKey(topic)) {
                untold.merge(topic, count, Long::sum);
            }
        });
    }

    /** Clients of some mediator have published messages. */
    synchronized void add(Map<String, Long> messages) {
        long second = second();
        messages.forEach((topic, count) -> {
            if (count > 0 && (topics.size() < MOST_TOPICS || topics.containsKey(topic))) {
                Counter counter = topics.computeIfAbsent(topic, key -> new Counter(second));
                counter.to(second);
                counter.add(count);
            }
        });
    }

    /** What the other mediators have not been told yet. To be called every second. */
    synchronized Map<String, Long> takeUntold() {
        long second = second();
        topics.values().removeIf(counter -> second - counter.lastMessage > FORGOTTEN_SECONDS);
        Map<String, Long> taken = untold;
        untold = new HashMap<>();
        return taken;
    }

    /** The topics, those with the most messages first. */
    synchronized List<Rate> rates() {
        long second = second();
        List<Rate> rates = new ArrayList<>();
        topics.forEach((topic, counter) -> {
            counter.to(second);
            rates.add(new Rate(topic, Arrays.stream(counter.ofSecond).sum() / (double) SECONDS, counter.messages));
        });
        rates.sort(Comparator.comparingDouble(Rate::perSecond).reversed().thenComparing(Rate::topic));
        return rates;
    }

    private long second() {
        return TimeUnit.NANOSECONDS.toSeconds(nanoTime.getAsLong() - begin);
    }
}
