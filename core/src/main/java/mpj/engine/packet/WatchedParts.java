package mpj.engine.packet;

import java.util.ArrayList;
import java.util.List;
import mpj.engine.match.PostedReceives;
import mpj.engine.match.UnexpectedMessages;
import mpj.transport.spi.Channel;
import mpj.watch.RankWatch;

/** The parts that a watched engine has in place of the plain ones. */
final class WatchedParts implements OpenTransports.Wrap {
    private final MessageWatch watch;
    private final PostedReceives posted;
    private final UnexpectedMessages unexpected;

    WatchedParts(RankWatch rankWatch) {
        watch = new MessageWatch(rankWatch);
        posted = new WatchedPosted(watch);
        unexpected = new WatchedUnexpected(watch);
        watch.queues(posted, unexpected);
    }

    PostedReceives posted() {
        return posted;
    }

    UnexpectedMessages unexpected() {
        return unexpected;
    }

    @Override
    public List<TransportChoice.Opened> wrap(List<TransportChoice.Opened> opened) {
        List<TransportChoice.Opened> wrapped = new ArrayList<>();
        for (TransportChoice.Opened each : opened) {
            wrapped.add(new TransportChoice.Opened(each.name(), each.reach(),
                new WatchedTransport(each.transport(), each.name(), watch)));
        }
        return wrapped;
    }

    /** The channel to this rank itself. */
    Channel loopback(int rank, PacketIntake intake) {
        String name = "self";
        Channel loopback = new LoopbackChannel(rank, new WatchedPackets(intake, name, watch));
        return new WatchedChannel(loopback, rank, name, watch);
    }
}
