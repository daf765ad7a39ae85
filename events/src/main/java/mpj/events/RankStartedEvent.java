package mpj.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;

/**
 * Identifies the job of a recording. It is recorded at Init and in each chunk up to Finalize, because old chunks may be
 * dropped.
 */
@Name(RankStartedEvent.NAME)
@Label("Rank")
@Description("The rank's job and host")
@Period("everyChunk")
final class RankStartedEvent extends RankEvent {
    static final String NAME = "mpj.Rank";

    @Label("Size")
    @Description("Number of ranks in the job")
    int size;

    @Label("Host")
    @Description("Name of the host that the rank runs on")
    String host;

    @Label("Processors")
    @Description("How many processors the rank's JVM may use at a time")
    int processors;

    @Label("Cores")
    @Description("The cores that the rank may run on, as the kernel writes it: 0-3,8; empty if it is not known")
    String cores;
}
