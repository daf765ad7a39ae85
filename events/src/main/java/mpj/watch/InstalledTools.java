package mpj.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.StringJoiner;
import mpj.tools.Tool;
import mpj.tools.Watcher;

/** The tools that the properties name. */
final class InstalledTools {
    private InstalledTools() {
    }

    /** Opens the tools that the properties ask for, for one rank. */
    static List<Watcher> open(int rank, int size) {
        List<Watcher> watchers = new ArrayList<>();
        String names = WatchProperties.TOOLS.value();
        if (names != null) {
            for (String name : names.split(",")) {
                Watcher watcher = named(name.strip(), names).open(rank, size);
                if (watcher != null) {
                    watchers.add(watcher);
                }
            }
        }
        return watchers;
    }

    private static Tool named(String name, String all) {
        StringJoiner known = new StringJoiner(", ");
        for (Tool tool : ServiceLoader.load(Tool.class)) {
            if (tool.name().equals(name)) {
                return tool;
            }
            known.add(tool.name());
        }
        throw WatchProperties.TOOLS.refused(all + ": there is no tool " + name + "; "
            + (known.length() == 0 ? "none is on the class path" : "known are " + known));
    }
}
