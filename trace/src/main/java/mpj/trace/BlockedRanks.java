package mpj.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds the ranks that were still waiting when their recordings ended. A call is recorded at its return, so what a
 * rank was in at last is seen from its messages only: a receive without its message, or a long message that was not
 * received.
 */
final class BlockedRanks {
    private static final String MAIN = "main";

    private final Map<Integer, String> dumps;
    private final Map<Integer, Long> returned = new HashMap<>();
    private final Map<Integer, String> threads = new HashMap<>();

    /** @param dumps stacks of a rank's JVM when its recording ended */
    BlockedRanks(List<Lane> lanes, Map<Integer, String> dumps) {
        this.dumps = dumps;
        for (Lane lane : lanes) {
            Call last = lane.calls().getLast();
            boolean ended = last.name().toLowerCase(Locale.ROOT).equals("finalize");
            returned.merge(lane.rank(), ended ? Long.MAX_VALUE : last.end(), Math::max);
            threads.putIfAbsent(lane.rank(), lane.thread());
        }
    }

    List<Blocked> of(Map<Integer, List<PostedReceives.Posted>> receives, List<Message> messages) {
        Map<Integer, Blocked> blocked = new HashMap<>();
        // What was posted before the last call returned was not what this rank waited for, as that call was.
        receives.forEach((rank, open) -> {
            for (PostedReceives.Posted posted : open) {
                if (posted.time() >= returned.getOrDefault(rank, 0L)) {
                    blocked.putIfAbsent(rank, new Blocked(rank, true, posted.peer(), posted.tag(), line(rank),
                        posted.time()));
                }
            }
        });
        for (Message message : messages) {
            boolean waits = message.rendezvous && message.sent != Message.NEVER && message.matched == Message.NEVER;
            if (waits && message.sent >= returned.getOrDefault(message.sender, 0L)) {
                blocked.putIfAbsent(message.sender, new Blocked(message.sender, false, message.receiver, message.tag,
                    line(message.sender), message.sent));
            }
        }
        return new ArrayList<>(blocked.values());
    }

    private String line(int rank) {
        String dump = dumps.getOrDefault(rank, "");
        // A rank's first thread is named after it; other threads of the program keep their names.
        String line = ProgramLine.of(dump, "rank " + rank);
        return line.isEmpty() ? ProgramLine.of(dump, threads.getOrDefault(rank, MAIN)) : line;
    }
}
