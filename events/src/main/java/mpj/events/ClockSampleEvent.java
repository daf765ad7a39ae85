package mpj.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/**
 * System.nanoTime together with the system's clock and the launcher's, at Init and at Finalize. All processes of a host
 * have the same nanoTime, so it aligns the recordings of one host. With the offsets it also aligns the recordings of
 * several hosts.
 */
@Name(ClockSampleEvent.NAME)
@Label("Clock Sample")
@Description("System.nanoTime beside the clocks of the host and of the launcher")
final class ClockSampleEvent extends RankEvent {
    static final String NAME = "mpj.ClockSample";

    @Label("Nano Time")
    @Description("System.nanoTime at the sample, which is that of all processes of the host")
    long nanoTime;

    @Label("Host Time")
    @Description("Nanoseconds since 1970-01-01 UTC by the host's clock, at the same moment")
    long hostTime;

    @Label("Error")
    @Description("By how much the two may be apart")
    @Timespan(Timespan.NANOSECONDS)
    long error;

    @Label("Offset")
    @Description("What is to be added to System.nanoTime to have that of the launcher's host; 0 there")
    @Timespan(Timespan.NANOSECONDS)
    long offset;

    @Label("Offset Error")
    @Description("By how much the offset may be wrong: half of a round trip to the launcher; -1 if it is not known")
    @Timespan(Timespan.NANOSECONDS)
    long offsetError;
}
