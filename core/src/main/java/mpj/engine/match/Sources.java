package mpj.engine.match;

import java.util.function.Consumer;
import mpj.transport.spi.PeerTable;

/** The peers from which packets have come. To know a peer here opens no channel to it. */
public final class Sources {
    private final PeerTable<Source> known = new PeerTable<>();

    public Source of(int rank) {
        Source source = known.get(rank);
        return source != null ? source : add(rank);
    }

    public void forEach(Consumer<Source> action) {
        known.forEach(action);
    }

    private Source add(int rank) {
        Source source = new Source(rank);
        known.put(rank, source);
        return source;
    }
}
