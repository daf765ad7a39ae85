package mpj.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/**
 * What every event says: of which rank it is. Ranks may be threads of one JVM, so the recording alone does not tell.
 * An event has no stack trace: walking the stack costs more than all the rest. A call says its source line itself.
 */
@Category("MPI")
@StackTrace(false)
abstract class RankEvent extends Event {
    @Label("Rank")
    @Description("The rank in the job that this event is of")
    int rank;
}
