package mpj.watch;

import java.util.List;
import mpj.settings.Catalogue;
import mpj.settings.FlagSetting;
import mpj.settings.NumberSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** The properties that determine what can be observed of a rank. */
public final class WatchProperties implements Catalogue {
    /** Whether a rank records events. */
    public static final FlagSetting EVENTS = Setting.flag("mpj.events")
        .means("Each call and each message becomes an event of JDK Flight Recorder, `mpj.…`, in every recording that"
            + " runs.");
    /** Whether a rank counts. */
    public static final FlagSetting COUNTERS = Setting.flag("mpj.counters")
        .means("Counts messages, calls and waits for `mpjrun --top`, `mpj.tools.Counters` and JMX. `mpj.events` and"
            + " tools turn this on as well.");
    /** The tools that are told. */
    public static final TextSetting TOOLS = Setting.text("mpj.tools", "names separated by commas")
        .otherwiseFound(null, "none")
        .means("The tools that are told of each call and each message. A tool is a service of type `mpj.tools.Tool`.");
    static final NumberSetting SITE_ABOVE = Setting.number("mpj.events.site.above", "nanoseconds", 0, Long.MAX_VALUE)
        .otherwise(20_000)
        .means("An event of a call names the program's line. The line is looked up for each call that takes longer"
            + " than this time, and also longer than a hundred times the duration of the last look-up. An event of a"
            + " shorter call usually names the line of an earlier call with the same arguments. 0 looks up the line"
            + " of every call.");

    /** Called by {@link java.util.ServiceLoader}. */
    public WatchProperties() {
    }

    @Override
    public String title() {
        return "What can be seen";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(EVENTS, COUNTERS, TOOLS, SITE_ABOVE);
    }
}
