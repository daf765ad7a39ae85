package mpj.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The receives of one rank that still wait for their messages. This class repeats the matching of the rank's engine.
 */
final class PostedReceives {
    private static final int ANY = -1;

    /** A receive. */
    record Posted(int context, int peer, int tag, long time, long number) {
    }

    private record Key(int context, int peer, int tag) {
    }

    private final Map<Key, Deque<Posted>> waiting = new HashMap<>();
    private long number;

    void posted(int context, int peer, int tag, long time) {
        waiting.computeIfAbsent(new Key(context, peer, tag), key -> new ArrayDeque<>())
            .add(new Posted(context, peer, tag, time, number++));
    }

    /** Removes the receive of a message: among the receives that match it, the one that was posted first. */
    void matched(int context, int peer, int tag) {
        Deque<Posted> first = null;
        for (Key key : List.of(new Key(context, peer, tag), new Key(context, ANY, tag), new Key(context, peer, ANY),
            new Key(context, ANY, ANY))) {
            Deque<Posted> receives = waiting.get(key);
            if (receives != null && !receives.isEmpty()
                && (first == null || receives.getFirst().number < first.getFirst().number)) {
                first = receives;
            }
        }
        if (first != null) {
            first.removeFirst();
        }
    }

    List<Posted> left() {
        List<Posted> left = new ArrayList<>();
        waiting.values().forEach(left::addAll);
        return left;
    }
}
