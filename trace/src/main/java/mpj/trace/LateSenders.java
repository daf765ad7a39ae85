package mpj.trace;

import java.util.function.Consumer;

/**
 * A receive that is called before its message is sent. The receiver waits from the start of the call until the message
 * leaves.
 */
final class LateSenders implements Pattern {
    @Override
    public void find(Trace trace, RankCalls calls, Consumer<Finding> findings) {
        Waits waits = new Waits();
        for (Message message : trace.messages()) {
            if (!message.isComplete() || message.unexpected) {
                continue;
            }
            Call receive = calls.at(message.receiver, message.received());
            if (receive == null || receive.kind() != CallKind.RECEIVE && receive.kind() != CallKind.WAIT) {
                continue;
            }
            waits.add(receive, Math.min(message.sent, receive.end()) - receive.start(), message.sender,
                calls.at(message.sender, message.sent));
        }
        ExchangeImbalance.take(waits, calls, findings);
        waits.forEach((pair, sum) -> findings.accept(new Finding(Finding.Kind.LATE_SENDER, sum.nanos * NANOS,
            pair.awaitedRank(), pair.awaitedLine(), pair.waitingRank(), pair.waitingLine(), sum.count,
            "Rank " + pair.waitingRank() + " waits in " + pair.waiting() + " for rank " + pair.awaitedRank()
                + ", which sends late" + (pair.awaited().isEmpty() ? "" : " (" + pair.awaited() + ")") + ": "
                + sum.count + (sum.count == 1 ? " message, " : " messages, ")
                + Finding.time(sum.nanos * NANOS / sum.count) + " each. Let rank " + pair.awaitedRank()
                + " send earlier, or rank " + pair.waitingRank() + " do something else first (Irecv, then Wait).")));
    }
}
