package mpj.settings;

import java.util.List;

/**
 * A system property that a user may set, as in {@code mpjrun -Dmpj.nio.timeout=30}. Immutable and thread-safe. The
 * value is read anew each time, so a program may set a property before it calls the code that reads it.
 *
 * <pre>{@code
 * static final NumberSetting TIMEOUT = Setting.number("mpj.nio.timeout", "seconds", 1, 86_400).otherwise(10)
 *     .means("after so long a host that does not answer is lost");
 * }</pre>
 *
 * @param <T> the type of the value
 */
public abstract sealed class Setting<T> permits FlagSetting, NumberSetting, TextSetting {
    private static final String PREFIX = "mpj.";

    private final String name;
    private final T otherwise;
    private final String otherwiseText;
    private final String meaning;

    Setting(String name, T otherwise, String otherwiseText, String meaning) {
        if (!name.startsWith(PREFIX)) {
            throw new IllegalArgumentException(name + " does not begin with " + PREFIX);
        }
        this.name = name;
        this.otherwise = otherwise;
        this.otherwiseText = otherwiseText;
        this.meaning = meaning;
    }

    /**
     * Makes a setting that is a whole number within a range. It has no default yet, and no meaning.
     *
     * @param name the name of the property
     * @param unit the unit of the number, in the plural; with {@code bytes} a value may end in k, m or g
     * @param least the least value
     * @param most the greatest value, or {@link Long#MAX_VALUE} for no limit
     * @return the setting
     */
    public static NumberSetting number(String name, String unit, long least, long most) {
        return new NumberSetting(name, unit, least, most, 1, 0, "", "");
    }

    /**
     * Makes a setting that is true or false. The default is false.
     *
     * @param name the name of the property
     * @return the setting
     */
    public static FlagSetting flag(String name) {
        return new FlagSetting(name, false, "`false`", "");
    }

    /**
     * Makes a setting that is a text whose form only its reader knows. It has no default.
     *
     * @param name the name of the property
     * @param values a description of the possible values, for the user
     * @return the setting
     */
    public static TextSetting text(String name, String values) {
        return new TextSetting(name, values, List.of(), null, "", "");
    }

    /**
     * Makes a setting that is one of two words. It has no default.
     *
     * @param name the name of the property
     * @param first one word
     * @param second the other word
     * @return the setting
     */
    public static TextSetting either(String name, String first, String second) {
        return new TextSetting(name, "`" + first + "` or `" + second + "`", List.of(first, second), null, "", "");
    }

    /**
     * The property's name.
     *
     * @return the name, such as {@code mpj.nio.timeout}
     */
    public final String name() {
        return name;
    }

    /**
     * The effect of the property, in a line of Markdown.
     *
     * @return the line; empty for a property that is not meant for the user
     */
    public final String meaning() {
        return meaning;
    }

    /**
     * A description of the default, in Markdown.
     *
     * @return the text; empty if there is no default
     */
    public final String otherwiseText() {
        return otherwiseText;
    }

    /**
     * A description of the possible values, in Markdown.
     *
     * @return the text, such as {@code seconds, 1 to 86400}
     */
    public abstract String values();

    /**
     * Whether the property is in the documents, which it is if it has a meaning.
     *
     * @return false for a property that parts of the library use among themselves
     */
    public final boolean isDocumented() {
        return !meaning.isEmpty();
    }

    /**
     * Whether the user has set the property.
     *
     * @return true if the user has
     */
    public final boolean isSet() {
        return given() != null;
    }

    /**
     * The present value.
     *
     * @return the value that the user has set, or the default
     * @throws SettingException when the value is not a possible one
     */
    public final T value() {
        String given = given();
        return given == null ? otherwise : parse(given);
    }

    /**
     * Reads a value that a user gives.
     *
     * @param given the text
     * @return the value
     * @throws SettingException when the value is not a possible one
     */
    public abstract T parse(String given);

    /**
     * Whether a value that a user gives is the default.
     *
     * @param given the text
     * @return true if the setting without a value means the same; false where its reader finds a default by itself
     * @throws SettingException when it is no value that this may have
     */
    public final boolean isDefault(String given) {
        return parse(given).equals(otherwise);
    }

    final T otherwise() {
        return otherwise;
    }

    private String given() {
        return System.getProperty(name);
    }

    /**
     * Makes the exception for a value that is not a possible one.
     *
     * @param given the value
     * @return an exception that names the property, the value, and the possible values
     */
    public final SettingException refused(String given) {
        return new SettingException("-D" + definition(given) + ": expected " + values().replace("`", ""));
    }

    /**
     * The text that sets the property, as {@code mpjrun -D} takes it.
     *
     * @param given the value
     * @return the name, an equals sign and the value
     */
    public final String definition(Object given) {
        return name + "=" + given;
    }

    /** The option by which the user has set the property, or may set it. */
    @Override
    public final String toString() {
        String given = given();
        return "-D" + (given == null ? name : definition(given));
    }
}
