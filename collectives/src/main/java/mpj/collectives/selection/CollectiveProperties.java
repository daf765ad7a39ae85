package mpj.collectives.selection;

import java.util.ArrayList;
import java.util.List;
import mpj.collectives.Collective;
import mpj.settings.Catalogue;
import mpj.settings.FlagSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** What a user may set of the collectives: an algorithm for each, or a table of all, and whether it is told. */
public final class CollectiveProperties implements Catalogue {
    static final TextSetting TABLE = Setting.text("mpj.coll.table", "a file")
        .otherwiseFound(null, "a table of the library's: `shm`, `tcp` or `fabric`")
        .means("Which algorithm is chosen for how many ranks and bytes; `bin/tune` makes such a file.");

    static final FlagSetting LOG = Setting.flag("mpj.coll.log")
        .means("Tells each choice of an algorithm once, by the logger `mpj.collectives`.");

    private static final String PREFIX = "mpj.coll.";

    /** Called by {@link java.util.ServiceLoader}. */
    public CollectiveProperties() {
    }

    /** The setting that forces an algorithm of a collective. */
    static TextSetting algorithm(Collective collective) {
        return Setting.text(PREFIX + collective.label(), "an algorithm's name, perhaps with `:` and its parameter")
            .otherwiseFound(null, "by the table")
            .means("The algorithm of " + collective.label() + ", wherever it fits.");
    }

    @Override
    public String title() {
        return "Collectives";
    }

    @Override
    public List<Setting<?>> settings() {
        List<Setting<?>> settings = new ArrayList<>(List.of(TABLE, LOG));
        for (Collective collective : Collective.values()) {
            if (collective.choice() == collective) {
                settings.add(algorithm(collective));
            }
        }
        return settings;
    }
}
