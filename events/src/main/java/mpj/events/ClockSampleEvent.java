package mpj.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/**
 * The clock of this process beside that of a reference, so that recordings of several hosts can be aligned. Taken at
 * Init and at Finalize.
 */
@Name(ClockSampleEvent.NAME)
@Label("Clock Sample")
@Description("Time of the reference minus time of this process")
final class ClockSampleEvent extends RankEvent {
    static final String NAME = "mpj.ClockSample";

    @Label("Reference")
    @Description("wall: the system clock of this host; launcher: that of the host of mpjrun")
    String reference;

    @Label("Nano Time")
    @Description("System.nanoTime of this process at the sample")
    long nanoTime;

    @Label("Reference Time")
    @Description("Nanoseconds since 1970-01-01 UTC by the reference clock, at the same moment")
    long referenceTime;

    @Label("Offset")
    @Description("Reference time minus the time of this host's system clock")
    @Timespan(Timespan.NANOSECONDS)
    long offset;

    @Label("Error")
    @Description("The offset may be wrong by so much")
    @Timespan(Timespan.NANOSECONDS)
    long error;
}
