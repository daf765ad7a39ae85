package mpj.events;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** A call of MPI, from its beginning to its return. */
@Name(CallEvent.NAME)
@Label("MPI Call")
@Description("A call of MPI by the program")
final class CallEvent extends RankEvent {
    static final String NAME = "mpj.Call";

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

    @Label("Algorithm")
    @Description("Algorithm of a collective, else null")
    String algorithm;

    @Label("Blocked")
    @Description("The part of the duration that was spent waiting for others")
    @Timespan(Timespan.NANOSECONDS)
    long blocked;

    @Label("Source Line")
    @Description("Where the program makes the call, as Solver.java:41 (demo.Solver.step)")
    String line;

    @Label("Sequence")
    @Description("Number of the message that a short Send or Recv has moved, if no other event tells of it; else 0")
    long sequence;

    @Label("Unexpected")
    @Description("Whether the message of this number was there before the call")
    boolean unexpected;

    @Label("Failed")
    @Description("Whether the call threw an exception")
    boolean failed;
}
