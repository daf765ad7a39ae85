package mpj.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Combines the records of messages. The two sides of a message record the same number. */
final class MessageLog {
    private record Pair(int sender, int receiver) {
    }

    private final Map<Pair, Map<Long, Message>> messages = new HashMap<>();

    /** The message with the given number from one rank to another. The caller fills it in. */
    Message of(int sender, int receiver, long sequence) {
        return messages.computeIfAbsent(new Pair(sender, receiver), pair -> new HashMap<>())
            .computeIfAbsent(sequence, number -> new Message(sender, receiver));
    }

    /** All messages, sorted by the time at which they were sent. */
    List<Message> all() {
        List<Message> all = new ArrayList<>();
        for (Map<Long, Message> pair : messages.values()) {
            all.addAll(pair.values());
        }
        all.sort(Comparator.comparingLong(message -> message.sent == Message.NEVER ? message.received()
            : message.sent));
        return all;
    }
}
