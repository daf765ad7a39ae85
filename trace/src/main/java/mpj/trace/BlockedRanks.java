package mpj.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Finds the ranks that were still waiting when their recordings ended. The messages show what each of them waited for:
 * a receive without its message, or a long message that was not received.
 */
final class BlockedRanks {
    private static final String MAIN = "main";
    private static final Set<String> WAITS_FOR_ALL = Set.of("Wait", "Waitall");

    private final Map<Integer, String> dumps;
    private final Map<Integer, Long> returned = new HashMap<>();
    private final Map<Integer, String> threads = new HashMap<>();
    private final Map<Integer, Call> unreturned = new HashMap<>();

    /** @param dumps the stacks of a rank's JVM at the end of its recording */
    BlockedRanks(List<Lane> lanes, Map<Integer, String> dumps) {
        this.dumps = dumps;
        for (Lane lane : lanes) {
            Call last = lane.calls().getLast();
            boolean ended = last.returned() && last.name().toLowerCase(Locale.ROOT).equals("finalize");
            returned.merge(lane.rank(), ended ? Long.MAX_VALUE : lane.lastReturn(), Math::max);
            threads.putIfAbsent(lane.rank(), lane.thread());
            if (!last.returned()) {
                unreturned.putIfAbsent(lane.rank(), last);
            }
        }
    }

    List<Blocked> of(Map<Integer, List<PostedReceives.Posted>> receives, List<Message> messages) {
        Map<Integer, Blocked> blocked = new HashMap<>();
        // If a receive was posted before the last call returned, the rank did not wait for this receive in that call.
        receives.forEach((rank, open) -> {
            for (PostedReceives.Posted posted : open) {
                if (posted.time() >= returned.getOrDefault(rank, 0L)) {
                    blocked.putIfAbsent(rank, new Blocked(rank, true, posted.peer(), posted.tag(), line(rank),
                        posted.time()));
                }
            }
        });
        for (Message message : messages) {
            if (isOpen(message) && message.sent >= returned.getOrDefault(message.sender, 0L)) {
                blocked.putIfAbsent(message.sender, new Blocked(message.sender, false, message.receiver, message.tag,
                    line(message.sender), message.sent));
            }
        }
        unreturned.forEach((rank, call) -> {
            if (WAITS_FOR_ALL.contains(call.name()) && !blocked.containsKey(rank)) {
                startedBefore(call, receives.getOrDefault(rank, List.of()), messages, blocked);
            }
        });
        return new ArrayList<>(blocked.values());
    }

    /**
     * Finds the operation that a call waits for, if calls that have returned started it. The last open receive is used,
     * or else the first open send.
     */
    private static void startedBefore(Call call, List<PostedReceives.Posted> receives, List<Message> messages,
                                      Map<Integer, Blocked> blocked) {
        for (PostedReceives.Posted posted : receives) {
            blocked.put(call.rank(), new Blocked(call.rank(), true, posted.peer(), posted.tag(), call.line(),
                call.start()));
        }
        for (Message message : messages) {
            if (message.sender == call.rank() && isOpen(message) && !blocked.containsKey(call.rank())) {
                blocked.put(call.rank(), new Blocked(call.rank(), false, message.receiver, message.tag, call.line(),
                    call.start()));
            }
        }
    }

    private static boolean isOpen(Message message) {
        return message.rendezvous && message.sent != Message.NEVER && message.matched == Message.NEVER;
    }

    private String line(int rank) {
        Call call = unreturned.get(rank);
        if (call != null && !call.line().isEmpty()) {
            return call.line();
        }
        String dump = dumps.getOrDefault(rank, "");
        // The first thread of a rank has the rank's name. Other threads of the program keep their names.
        String line = ProgramLine.of(dump, "rank " + rank);
        return line.isEmpty() ? ProgramLine.of(dump, threads.getOrDefault(rank, MAIN)) : line;
    }
}
