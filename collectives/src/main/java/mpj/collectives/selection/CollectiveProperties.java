package mpj.collectives.selection;

import java.util.List;
import mpj.settings.Catalogue;
import mpj.settings.FlagSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** The properties of the collectives: algorithms, a table of them, and whether choices are logged. */
public final class CollectiveProperties implements Catalogue {
    static final TextSetting TABLE = Setting.text("mpj.coll.table", "a file")
        .otherwiseFound(null, "one of the library's tables: `shm`, `cores`, `tcp` or `fabric`")
        .means("The table that chooses an algorithm by the number of ranks and of bytes. `bin/bench tune` writes such"
            + " a file.");

    static final FlagSetting LOG = Setting.flag("mpj.coll.log")
        .means("Logs each choice of an algorithm once, through the logger `mpj.collectives`. Later choices of the same"
            + " algorithm have level `DEBUG`.");

    static final TextSetting ALGORITHMS = Setting.text("mpj.coll.algorithms",
        "`COLLECTIVE:ALGORITHM` or `COLLECTIVE:ALGORITHM:PARAMETER`, separated by commas")
        .otherwiseFound(null, "as the table says")
        .means("The algorithms to use wherever they fit, such as `bcast:pipelined:64k,barrier:linear`.");

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
