package mpj.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/**
 * All settings of the modules that are present, and the check that the user has set only such properties. Thread-safe.
 */
public final class Settings {
    private static final String PREFIX = "mpj.";
    /**
     * An unknown name counts as a misspelling of a known one if at most this many letters differ, or one in
     * {@link #LETTERS}.
     */
    private static final int FEW = 2;
    private static final int LETTERS = 3;

    private Settings() {
    }

    /**
     * Checks the system properties {@code mpj.…}.
     *
     * @param own the caller's settings. The catalogues of other modules are loaded only if a property is not among
     *     these, because loading takes some milliseconds
     * @throws SettingException for the first name that nobody knows, or value that its property cannot have
     */
    public static void check(List<Setting<?>> own) {
        check(System.getProperties(), own);
    }

    /**
     * Checks the properties whose names begin with {@code mpj.}, and ignores all others.
     *
     * @param properties the properties
     * @param own the caller's settings; see {@link #check(List)}
     * @throws SettingException for the first name that nobody knows, or value that its property cannot have
     */
    public static void check(Properties properties, List<Setting<?>> own) {
        List<Setting<?>> all = null;
        for (String name : properties.stringPropertyNames()) {
            if (!name.startsWith(PREFIX)) {
                continue;
            }
            Setting<?> setting = named(name, own);
            if (setting == null) {
                all = all == null ? all() : all;
                setting = named(name, all);
            }
            if (setting == null) {
                throw unknown(name, all);
            }
            setting.parse(properties.getProperty(name));
        }
    }

    private static Setting<?> named(String name, List<Setting<?>> settings) {
        for (Setting<?> setting : settings) {
            if (setting.name().equals(name)) {
                return setting;
            }
        }
        return null;
    }

    /**
     * The settings of all modules that are present.
     *
     * @return the settings, catalogue by catalogue
     */
    public static List<Setting<?>> all() {
        List<Setting<?>> settings = new ArrayList<>();
        for (Catalogue catalogue : catalogues()) {
            settings.addAll(catalogue.settings());
        }
        return settings;
    }

    /**
     * The catalogues of all modules that are present, as modules or on the class path.
     *
     * @return one catalogue for each module that has settings, in no particular order
     */
    public static Iterable<Catalogue> catalogues() {
        return ServiceLoader.load(Catalogue.class, Settings.class.getClassLoader());
    }

    private static SettingException unknown(String name, List<Setting<?>> all) {
        String nearest = null;
        int least = Math.max(FEW, (name.length() - PREFIX.length()) / LETTERS) + 1;
        for (Setting<?> setting : all) {
            int distance = distance(name, setting.name());
            if (distance < least && setting.isDocumented()) {
                least = distance;
                nearest = setting.name();
            }
        }
        return new SettingException("-D" + name + ": there is no such property; "
            + (nearest == null ? "known are " + String.join(", ", documented(all)) : "did you mean " + nearest + "?"));
    }

    private static Set<String> documented(List<Setting<?>> all) {
        Set<String> names = new TreeSet<>();
        for (Setting<?> setting : all) {
            if (setting.isDocumented()) {
                names.add(setting.name());
            }
        }
        return names;
    }

    /** Levenshtein's distance: the number of letters to insert, delete or replace. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        Arrays.setAll(row, i -> i);
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
