package mpj.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes a trace by hand. Times are in milliseconds. */
final class TraceBuilder {
    static final long MILLI = 1_000_000;

    private final int size;
    private final Map<Integer, List<Call>> calls = new LinkedHashMap<>();
    private final List<Message> messages = new ArrayList<>();
    private final List<Blocked> blocked = new ArrayList<>();
    private final Map<Set<Integer>, Integer> cores = new HashMap<>();
    private long nanos;

    TraceBuilder(int size) {
        this.size = size;
        for (int rank = 0; rank < size; rank++) {
            calls.put(rank, new ArrayList<>());
        }
    }

    TraceBuilder call(int rank, String name, double start, double end, String line) {
        return call(rank, name, start, end, line, -1, 0);
    }

    TraceBuilder call(int rank, String name, double start, double end, String line, int peer, long bytes) {
        Call call = new Call(rank, CallKind.of(name), name, "COMM_WORLD", 2, peer, 0, bytes, line, nanos(start),
            nanos(end), true);
        calls.get(rank).add(call);
        nanos = Math.max(nanos, call.end());
        return this;
    }

    TraceBuilder message(int sender, int receiver, double sent, double arrived, double matched, long bytes) {
        Message message = new Message(sender, receiver);
        message.context = 2;
        message.bytes = bytes;
        message.sent = nanos(sent);
        message.arrived = nanos(arrived);
        message.matched = nanos(matched);
        message.unexpected = matched > arrived;
        messages.add(message);
        nanos = Math.max(nanos, message.matched);
        return this;
    }

    /** The message that was added last waits for its receive. */
    TraceBuilder byRendezvous() {
        messages.getLast().rendezvous = true;
        return this;
    }

    /** All ranks share this many cores. */
    TraceBuilder cores(int number) {
        cores.put(new HashSet<>(calls.keySet()), number);
        return this;
    }

    /** The rank sends a message that nobody receives. */
    TraceBuilder blockedSender(int rank, int peer, String line) {
        blocked.add(new Blocked(rank, false, peer, 5, line, nanos));
        return this;
    }

    TraceBuilder blocked(int rank, int peer, String line) {
        blocked.add(new Blocked(rank, true, peer, 5, line, nanos));
        return this;
    }

    Trace build() {
        List<Lane> lanes = new ArrayList<>();
        calls.forEach((rank, own) -> lanes.add(Lane.of(rank, "main", own)));
        JobFacts job = new JobFacts("Sample", size, Collections.nCopies(size, "alpha"), "", List.of(), List.of());
        Totals totals = new Totals(size);
        calls.forEach((rank, own) -> own.forEach(call ->
            totals.call(rank, call.kind(), call.name(), call.bytes(), call.nanos())));
        messages.forEach(message -> totals.sent(message.sender, message.receiver, message.bytes));
        return new Trace(job, totals, Slices.ALL, lanes, messages, blocked, nanos, List.of(), cores);
    }

    private static long nanos(double millis) {
        return Math.round(millis * MILLI);
    }
}
