package tycho.mediator;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The last state of each job. If all of them are too long, those are forgotten that have not been heard of for the
 * longest time: a job that runs is heard of each second. Thread-safe.
 */
final class JobStates {
    static final long MOST_CHARS = 16 << 20;
    private static final int MOST_JOBS = 10_000;

    private final SequencedMap<String, String> states = new LinkedHashMap<>();
    private long chars;

    synchronized void put(String topic, String state) {
        String before = states.remove(topic);
        chars += state.length() - (before == null ? 0 : before.length());
        states.put(topic, state);
        while (states.size() > 1 && (states.size() > MOST_JOBS || chars > MOST_CHARS)) {
            chars -= states.pollFirstEntry().getValue().length();
        }
    }

    /** The state of the job with a topic; empty if nothing is known. */
    synchronized String get(String topic) {
        return states.getOrDefault(topic, "");
    }

    synchronized void keepOnly(Collection<String> topics) {
        states.keySet().retainAll(topics);
        chars = 0;
        for (Map.Entry<String, String> each : states.entrySet()) {
            chars += each.getValue().length();
        }
    }
}
