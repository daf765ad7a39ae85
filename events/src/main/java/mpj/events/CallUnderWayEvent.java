package mpj.events;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Timespan;

/**
 * A call that has not returned when a chunk of the recording ends. If the call never returns, no other event reports
 * it.
 */
@Name(CallUnderWayEvent.NAME)
@Label("MPI Call Under Way")
@Description("A call of MPI that had not returned when a chunk of the recording ended")
@Period("endChunk")
final class CallUnderWayEvent extends RankEvent {
    static final String NAME = "mpj.CallUnderWay";

    @Label("Caller")
    @Description("The thread that is in the call")
    Thread caller;

    @Label("Call")
    @Description("The name that the MPI standard has for it, without MPI_")
    String call;

    @Label("Communicator")
    @Description("Name and number of the communicator; empty if it has no name")
    String communicator;

    @Label("Context")
    @Description("Number of the communicator, as packets carry it; its collectives have the next one")
    int context;

    @Label("Peer")
    @Description("Rank in the job of the other side, -1 for any or none")
    int peer;

    @Label("Tag")
    @Description("Tag of the message, -1 for any or none")
    int tag;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Since")
    @Description("How long it has taken so far")
    @Timespan(Timespan.NANOSECONDS)
    long since;

    @Label("Source Line")
    @Description("Where the program makes the call, as Solver.java:41 (demo.Solver.step)")
    String line;
}
