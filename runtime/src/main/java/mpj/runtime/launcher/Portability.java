package mpj.runtime.launcher;

import java.util.List;
import mpj.bindings.Linux;

/** Has the launcher itself do without Linux where its ranks are to ({@link Linux#PORTABLE}). */
final class Portability {
    private Portability() {
    }

    /** @param properties of each rank, as name or name=value */
    static void take(List<String> properties) {
        String name = Linux.PORTABLE.name();
        for (String property : properties) {
            if (property.equals(name) || property.startsWith(name + "=")) {
                System.setProperty(name, property.equals(name) ? "" : property.substring(name.length() + 1));
            }
        }
    }
}
