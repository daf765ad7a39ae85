package mpj.watch;

import java.util.List;
import mpj.settings.Catalogue;
import mpj.settings.FlagSetting;
import mpj.settings.NumberSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** What a user may set of what can be seen of a rank. */
public final class WatchProperties implements Catalogue {
    /** Whether a rank records events. */
    public static final FlagSetting EVENTS = Setting.flag("mpj.events")
        .means("Each call and each message is an event of JDK Flight Recorder, `mpj.…`, in whatever recording runs.");
    /** Whether a rank counts. */
    public static final FlagSetting COUNTERS = Setting.flag("mpj.counters")
        .means("Counts messages, calls and waits, for `mpjrun --top`, `mpj.tools.Counters` and JMX. `mpj.events` and"
            + " tools do so as well.");
    /** Which tools are told. */
    public static final TextSetting TOOLS = Setting.text("mpj.tools", "names, with commas between them")
        .means("The tools that are told of each call and message. They are services of type `mpj.tools.Tool`.");
    static final NumberSetting SITE_ABOVE = Setting.number("mpj.events.site.above", "nanoseconds", 0, Long.MAX_VALUE)
        .otherwise(20_000)
        .means("The program's line is looked up for each call that lasts longer, and a hundred times as long as that"
            + " takes. For most of the others it is that of the last call with the same arguments.");

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
