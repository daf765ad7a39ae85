package tycho.processes;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import tycho.Consumer;
import tycho.Message;
import tycho.TychoException;
import tycho.registry.Delivery;

/** Receives what sources send, and checks that each message comes in its order and as often as it may. */
final class Intake {
    private static final Duration LONG = Duration.ofHours(1);

    private final Consumer consumer;
    private final Map<String, Long> last = new HashMap<>();
    private String fault = "";

    Intake(Consumer consumer) {
        this.consumer = consumer;
        Thread.ofPlatform().daemon().start(this::run);
    }

    private void run() {
        try {
            while (true) {
                consumer.receive(LONG).ifPresent(this::take);
            }
        } catch (TychoException e) {
            fault(e.getMessage());
        } catch (InterruptedException e) {
            fault("interrupted");
        }
    }

    private synchronized void take(Message message) {
        long number = ByteBuffer.wrap(message.bytes()).getLong();
        long before = last.getOrDefault(message.sender().name(), 0L);
        boolean again = number <= before && consumer.entry().delivery() == Delivery.AT_LEAST_ONCE;
        if (number != before + 1 && !again) {
            fault(message.sender().name() + "'s message " + number + " came after " + before);
        }
        last.put(message.sender().name(), Math.max(number, before));
        message.acknowledge();
    }

    private synchronized void fault(String what) {
        if (fault.isEmpty()) {
            fault = what;
        }
    }

    /** How many messages of a producer have come, or what was wrong. */
    synchronized String received(String producer) {
        return fault.isEmpty() ? Long.toString(last.getOrDefault(producer, 0L)) : fault;
    }
}
