package mpj.engine;

/** Posted receives that are watched. */
final class WatchedPosted extends PostedReceives {
    private final MessageWatch watch;

    WatchedPosted(MessageWatch watch) {
        this.watch = watch;
    }

    @Override
    void add(Receive receive) {
        super.add(receive);
        watch.posted(receive);
    }

    @Override
    void remove(Receive receive) {
        super.remove(receive);
        watch.queued();
    }

    @Override
    Receive take(int context, int source, int tag) {
        Receive receive = super.take(context, source, tag);
        if (receive != null) {
            watch.matchedPosted(receive);
        }
        return receive;
    }
}
