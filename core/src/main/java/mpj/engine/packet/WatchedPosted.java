package mpj.engine.packet;

import mpj.engine.Receive;
import mpj.engine.match.PostedReceives;

/** Posted receives that are watched. */
final class WatchedPosted extends PostedReceives {
    private final MessageWatch watch;

    WatchedPosted(MessageWatch watch) {
        this.watch = watch;
    }

    @Override
    public void add(Receive receive) {
        super.add(receive);
        watch.posted(receive);
    }

    @Override
    public void remove(Receive receive) {
        super.remove(receive);
        watch.queued();
    }

    @Override
    public Receive take(int context, int source, int tag) {
        Receive receive = super.take(context, source, tag);
        if (receive != null) {
            watch.matchedPosted(receive);
        }
        return receive;
    }
}
