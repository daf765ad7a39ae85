package mpj.events;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** A call of MPI, from its begin to its return. */
@Name(CallEvent.NAME)
@Label("MPI Call")
@Description("A call of MPI by the program")
final class CallEvent extends RankEvent {
    static final String NAME = "mpj.Call";

    @Label("Call")
    @Description("The name that the MPI standard has for it, without MPI_")
    String call;

    @Label("Communicator")
    @Description("Name of the communicator")
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
    @Description("File and line of the program that makes the call, as Solver.java:41")
    String line;

    @Label("Method")
    @Description("Class and method of the program that makes the call")
    String method;

    @Label("Failed")
    @Description("Whether the call threw an exception")
    boolean failed;
}
