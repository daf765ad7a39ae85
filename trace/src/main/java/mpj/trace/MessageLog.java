package mpj.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts messages together: the two sides record the same number for the same message. */
final class MessageLog {
    private record Pair(int sender, int receiver) {
    }

    private final Map<Pair, Map<Long, Message>> messages = new HashMap<>();

    /** The message of this number from one rank to another, which the caller fills in. */
    Message of(int sender, int receiver, long sequence) {
        return messages.computeIfAbsent(new Pair(sender, receiver), pair -> new HashMap<>())
            .computeIfAbsent(sequence, number -> new Message(sender, receiver));
    }

    /** All, by the time at which they were sent. */
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
