package mpj.engine.packet;

import mpj.engine.match.Arrival;
import mpj.engine.match.UnexpectedMessages;

/** Unexpected messages that are watched. */
final class WatchedUnexpected extends UnexpectedMessages {
    private final MessageWatch watch;

    WatchedUnexpected(MessageWatch watch) {
        this.watch = watch;
    }

    @Override
    public void add(Arrival arrival) {
        super.add(arrival);
        watch.keep(arrival);
    }

    @Override
    public void remove(Arrival arrival) {
        super.remove(arrival);
        watch.forget(arrival);
    }

    @Override
    public void take(Arrival arrival) {
        watch.matched(arrival, () -> super.take(arrival));
    }

    @Override
    public void match(Arrival arrival) {
        watch.probed(arrival, () -> super.match(arrival));
    }

    @Override
    public void handOut(Arrival arrival) {
        watch.matched(arrival, () -> super.handOut(arrival));
    }
}
