package mpj.engine;

/** Unexpected messages that are watched. */
final class WatchedUnexpected extends UnexpectedMessages {
    private final MessageWatch watch;

    WatchedUnexpected(MessageWatch watch) {
        this.watch = watch;
    }

    @Override
    void add(Arrival arrival) {
        super.add(arrival);
        watch.keep(arrival);
    }

    @Override
    void remove(Arrival arrival) {
        super.remove(arrival);
        watch.forget(arrival);
    }

    @Override
    void take(Arrival arrival) {
        watch.matched(arrival, () -> super.take(arrival));
    }

    @Override
    void match(Arrival arrival) {
        watch.probed(arrival, () -> super.match(arrival));
    }

    @Override
    void handOut(Arrival arrival) {
        watch.matched(arrival, () -> super.handOut(arrival));
    }
}
