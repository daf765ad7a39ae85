package tycho;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tycho.frame.Codec;

/** Counts the messages that a client publishes, by topic, until the client's mediator is told. Thread-safe. */
final class Published {
    private final Map<String, Long> counts = new ConcurrentHashMap<>();

    /** Beyond some number of topics, further topics are not counted until the mediator has been told. */
    void count(String topic) {
        if (counts.size() < Codec.MOST_TOPICS || counts.containsKey(topic)) {
            counts.merge(topic, 1L, Long::sum);
        }
    }

    /** What was counted since the last call. */
    Map<String, Long> take() {
        Map<String, Long> taken = new HashMap<>();
        for (String topic : counts.keySet()) {
            Long messages = counts.remove(topic);
            if (messages != null && taken.size() < Codec.MOST_TOPICS) {
                taken.put(topic, messages);
            }
        }
        return taken;
    }
}
