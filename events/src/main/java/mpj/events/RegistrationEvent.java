package mpj.events;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** Memory was registered with a device. */
@Name(RegistrationEvent.NAME)
@Label("Registration")
@Description("Memory was registered, so that peers may read it or reads may go there")
final class RegistrationEvent extends RankEvent {
    static final String NAME = "mpj.Registration";

    @Label("Transport")
    String transport;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Refused")
    @Description("Whether it could not be registered: the message goes in packets")
    boolean refused;

    @Label("Took")
    @Description("How long that took")
    @Timespan(Timespan.NANOSECONDS)
    long took;
}
