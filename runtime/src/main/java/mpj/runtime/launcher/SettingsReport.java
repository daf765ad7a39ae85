package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import mpj.settings.Setting;
import mpj.settings.SettingException;

/** The settings {@code mpj.…} that a user has given, on the command line or as properties of the launcher itself. */
final class SettingsReport {
    private static final String PREFIX = "mpj.";
    private static final String OPTION = "-D";
    /** A word for a secret, in a name or in front of an equals sign in a value. */
    private static final Pattern SECRET = Pattern.compile("(?i)(key|token|secret|passw|passphrase|credential)[^/=]*=");
    private static final String HIDDEN = "(not shown)";

    private final Map<String, String> given = new TreeMap<>();

    /**
     * Takes the settings. A setting of the command line overrides a property of the launcher.
     *
     * @param own the launcher's properties
     * @param properties as name or name=value
     * @param jvmOptions of the ranks, which may contain {@code -Dname=value}
     */
    SettingsReport(Properties own, List<String> properties, List<String> jvmOptions) {
        for (String name : own.stringPropertyNames()) {
            take(name + "=" + own.getProperty(name));
        }
        for (String option : jvmOptions) {
            if (option.startsWith(OPTION)) {
                take(option.substring(OPTION.length()));
            }
        }
        properties.forEach(this::take);
    }

    private void take(String definition) {
        if (definition.startsWith(PREFIX)) {
            String[] parts = definition.split("=", 2);
            given.put(parts[0], parts.length == 1 ? "" : parts[1]);
        }
    }

    /**
     * Returns the settings as name=value, without the internal settings of the library.
     *
     * @param all the known settings
     */
    List<String> definitions(List<Setting<?>> all) {
        List<String> definitions = new ArrayList<>();
        given.forEach((name, value) -> {
            Setting<?> setting = named(name, all);
            if (setting == null || setting.isDocumented()) {
                definitions.add(name + "=" + value);
            }
        });
        return definitions;
    }

    /**
     * Returns the settings that differ from their defaults, in the form for the report: without secrets, and with a
     * remark about each wrong value.
     *
     * @param all the known settings
     */
    List<String> shown(List<Setting<?>> all) {
        List<String> shown = new ArrayList<>();
        for (String definition : definitions(all)) {
            String name = definition.substring(0, definition.indexOf('='));
            String value = definition.substring(name.length() + 1);
            String remark = remark(named(name, all), value);
            if (remark != null) {
                shown.add((SECRET.matcher(definition).find() ? name + "=" + HIDDEN : definition) + remark);
            }
        }
        return shown;
    }

    /** Returns null for a default, which the report leaves out. */
    private static String remark(Setting<?> setting, String value) {
        if (setting == null) {
            return " (there is no such property)";
        }
        try {
            return setting.isDefault(value) ? null : "";
        } catch (SettingException e) {
            return " (it cannot have this value)";
        }
    }

    private static Setting<?> named(String name, List<Setting<?>> all) {
        for (Setting<?> setting : all) {
            if (setting.name().equals(name)) {
                return setting;
            }
        }
        return null;
    }
}
