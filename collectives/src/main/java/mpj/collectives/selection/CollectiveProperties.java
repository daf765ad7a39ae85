package mpj.collectives.selection;

import java.util.List;
import mpj.settings.Catalogue;
import mpj.settings.FlagSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** What a user may set of the collectives: algorithms, a table of them, and whether the choice is told. */
public final class CollectiveProperties implements Catalogue {
    static final TextSetting TABLE = Setting.text("mpj.coll.table", "a file")
        .otherwiseFound(null, "a table of the library's: `shm`, `tcp` or `fabric`")
        .means("Which algorithm is chosen for how many ranks and bytes; `bin/bench tune` makes such a file.");

    static final FlagSetting LOG = Setting.flag("mpj.coll.log")
        .means("Tells each choice of an algorithm once, by the logger `mpj.collectives`.");

    static final TextSetting ALGORITHMS = Setting.text("mpj.coll.algorithms",
        "`COLLECTIVE:ALGORITHM` or `COLLECTIVE:ALGORITHM:PARAMETER`, separated by commas")
        .otherwiseFound(null, "by the table")
        .means("Algorithms that are used wherever they fit, such as `bcast:pipelined:64k,barrier:linear`.");

    /** Called by {@link java.util.ServiceLoader}. */
    public CollectiveProperties() {
    }

    @Override
    public String title() {
        return "Collectives";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(ALGORITHMS, TABLE, LOG);
    }
}
