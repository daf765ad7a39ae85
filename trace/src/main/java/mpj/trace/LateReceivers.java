package mpj.trace;

import java.util.function.Consumer;

/**
 * A send that waits for its receive: a long message leaves its sender only when the receiver has posted the receive,
 * and a synchronous send always waits for the receive.
 */
final class LateReceivers implements Pattern {
    @Override
    public void find(Trace trace, RankCalls calls, Consumer<Finding> findings) {
        Waits waits = new Waits();
        for (Message message : trace.messages()) {
            boolean late = message.rendezvous && message.unexpected && message.matched != Message.NEVER;
            if (!late || message.sent == Message.NEVER) {
                continue;
            }
            Call receive = calls.at(message.receiver, message.matched);
            wait(waits, message, calls.at(message.sender, message.sent), receive);
            wait(waits, message, calls.at(message.sender, message.matched), receive);
        }
        waits.forEach((pair, sum) -> findings.accept(new Finding(Finding.Kind.LATE_RECEIVER, sum.nanos * NANOS,
            pair.awaitedRank(), pair.awaitedLine(), pair.waitingRank(), pair.waitingLine(), sum.count,
            "Rank " + pair.waitingRank() + " waits in " + pair.waiting() + " for rank " + pair.awaitedRank()
                + ", which receives late" + (pair.awaited().isEmpty() ? "" : " (" + pair.awaited() + ")") + ": "
                + sum.count + (sum.count == 1 ? " message, " : " messages, ")
                + Finding.time(sum.nanos * NANOS / sum.count) + " each. Let rank " + pair.awaitedRank()
                + " post the receive earlier (Irecv), or rank " + pair.waitingRank() + " send with Isend.")));
    }

    private static void wait(Waits waits, Message message, Call send, Call receive) {
        if (send != null && (send.kind() == CallKind.SEND || send.kind() == CallKind.WAIT)) {
            waits.add(send, Math.min(message.matched, send.end()) - Math.max(message.sent, send.start()),
                message.receiver, receive);
        }
    }
}
