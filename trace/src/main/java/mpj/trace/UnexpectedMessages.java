package mpj.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Messages that arrive before their receive. Each of them is copied once more, and takes memory until it is received.
 */
final class UnexpectedMessages implements Pattern {
    private static final long MANY = 100;
    private static final long MUCH_BYTES = 16 << 20;
    /** The speed of the second copy, and the cost of storing a message. Both are estimates for any machine. */
    private static final double BYTES_PER_SECOND = 4e9;
    private static final double SECONDS_EACH = 300e-9;

    private record Step(long time, int messages, long bytes) {
    }

    private static final class Queue {
        private final List<Step> steps = new ArrayList<>();
        private final Map<String, Long> places = new HashMap<>();
        private long messages;
        private long bytes;
        private long peakMessages;
        private long peakBytes;

        void findPeak() {
            steps.sort(Comparator.comparingLong(Step::time));
            long now = 0;
            long bytesNow = 0;
            for (Step step : steps) {
                now += step.messages;
                bytesNow += step.bytes;
                peakMessages = Math.max(peakMessages, now);
                peakBytes = Math.max(peakBytes, bytesNow);
            }
        }

        String place() {
            return places.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse("");
        }
    }

    @Override
    public void find(Trace trace, RankCalls calls, Consumer<Finding> findings) {
        Map<Integer, Queue> queues = new HashMap<>();
        for (Message message : trace.messages()) {
            if (!message.unexpected || message.arrived == Message.NEVER) {
                continue;
            }
            Queue queue = queues.computeIfAbsent(message.receiver, rank -> new Queue());
            long stored = message.rendezvous ? 0 : message.bytes;
            queue.messages++;
            queue.bytes += stored;
            queue.steps.add(new Step(message.arrived, 1, stored));
            if (message.matched != Message.NEVER) {
                queue.steps.add(new Step(message.matched, -1, -stored));
                Call receive = calls.at(message.receiver, message.matched);
                if (receive != null) {
                    queue.places.merge(receive.line(), 1L, Long::sum);
                }
            }
        }
        queues.forEach((rank, queue) -> {
            queue.findPeak();
            if (queue.peakMessages >= MANY || queue.peakBytes >= MUCH_BYTES) {
                String line = queue.place();
                findings.accept(new Finding(Finding.Kind.UNEXPECTED_MESSAGES,
                    queue.bytes / BYTES_PER_SECOND + queue.messages * SECONDS_EACH, rank, line, -1, "",
                    queue.messages, "Rank " + rank + " gets " + queue.messages + " messages before it receives them"
                    + Finding.at(line) + "; up to " + queue.peakMessages + " of them (" + queue.peakBytes
                    + " bytes) lie in its memory at once. Post the receives earlier, or let the senders wait (Ssend,"
                    + " or a reply now and then)."));
            }
        });
    }
}
