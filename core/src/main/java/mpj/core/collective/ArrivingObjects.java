package mpj.core.collective;

import mpj.core.message.Incoming;
import mpj.engine.Receive;

/** Keeps the place to which the objects of each receive of a collective go. */
final class ArrivingObjects {
    private final Region[] regions;
    private int[] region = {};
    private long[] at = {};

    ArrivingObjects(Region[] regions) {
        this.regions = regions;
    }

    /** Makes room for this many receives at once. */
    void begin(int receives) {
        if (at.length < receives) {
            at = new long[receives];
            region = new int[receives];
        }
    }

    void expect(int request, int toRegion, long to) {
        region[request] = toRegion;
        at[request] = to;
    }

    /** Puts the objects of a message in their place. */
    void restore(int request, Receive receive) {
        Region to = regions[region[request]];
        Incoming.of(to.array(), to.index(at[request]), 0, to.datatype()).deserialize(receive);
    }
}
