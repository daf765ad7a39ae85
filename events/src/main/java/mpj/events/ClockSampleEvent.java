package mpj.events;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/**
 * System.nanoTime beside the system's clock, at Init and at Finalize. All processes of a host share nanoTime, so it is
 * what the recordings of a host are aligned by. How those of several hosts differ is measured by mpjrun.
 */
@Name(ClockSampleEvent.NAME)
@Label("Clock Sample")
@Description("System.nanoTime beside the clock of the host")
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
}
