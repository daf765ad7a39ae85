package mpj.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/**
 * The base of all events, which contains the rank. Ranks may be threads of one JVM, so the recording alone does not
 * identify the rank. Events have no stack trace, because walking the stack costs more than everything else. The event
 * of a call contains its source line.
 */
@Category("MPI")
@StackTrace(false)
abstract class RankEvent extends Event {
    @Label("Rank")
    @Description("The rank in the job that this event is of")
    int rank;
}
