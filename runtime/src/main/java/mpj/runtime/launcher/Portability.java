package mpj.runtime.launcher;

import java.util.List;
import mpj.bindings.Linux;

/** Makes the launcher itself work without Linux when its ranks must do so ({@link Linux#PORTABLE}). */
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
