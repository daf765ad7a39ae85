package mpj.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** A part of a collective call: its preparation, its exchange, or the copies that it makes. */
@Name(CollectivePhaseEvent.NAME)
@Label("Collective Phase")
@Description("A part of a collective call")
final class CollectivePhaseEvent extends RankEvent {
    static final String NAME = "mpj.CollectivePhase";

    @Label("Collective")
    String collective;

    @Label("Context")
    @Description("Number of the communicator, as packets carry it; its collectives have the next one")
    int context;

    @Label("Algorithm")
    String algorithm;

    @Label("Phase")
    @Description("prepare: buffers are bound and the algorithm is chosen; exchange: the algorithm runs; within that"
        + " pack and unpack: elements are copied before and after, as for a datatype whose items overlap")
    String phase;

    @Label("Took")
    @Description("How long that took, up to the time of the event")
    @Timespan(Timespan.NANOSECONDS)
    long took;
}
