package mpj.settings;

/**
 * A system property that a user may set, as in {@code mpjrun -Dmpj.nio.timeout=30}. Immutable: the value is read anew
 * each time, so a program may set a property before it calls what reads it. For use by any thread.
 *
 * <pre>{@code
 * static final NumberSetting TIMEOUT = Setting.number("mpj.nio.timeout", "seconds", 1, 86_400).otherwise(10)
 *     .means("after so long a host that does not answer is lost");
 * }</pre>
 *
 * @param <T> what the value is
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
     * A whole number within a range. It has no default yet, and no meaning.
     *
     * @param name of the property
     * @param unit what is counted, in the plural; of {@code bytes} a value may end in k, m or g
     * @param least the least value
     * @param most the greatest value, or {@link Long#MAX_VALUE} for no limit
     * @return the setting
     */
    public static NumberSetting number(String name, String unit, long least, long most) {
        return new NumberSetting(name, unit, least, most, 1, 0, "", "");
    }

    /**
     * True or false, by default false.
     *
     * @param name of the property
     * @return the setting
     */
    public static FlagSetting flag(String name) {
        return new FlagSetting(name, false, "`false`", "");
    }

    /**
     * A text, whose form only its reader knows. By default there is none.
     *
     * @param name of the property
     * @param values what it may be, for the user
     * @return the setting
     */
    public static TextSetting text(String name, String values) {
        return new TextSetting(name, values, null, "", "");
    }

    /**
     * The property's name.
     *
     * @return such as {@code mpj.nio.timeout}
     */
    public final String name() {
        return name;
    }

    /**
     * What it does, in a line of Markdown.
     *
     * @return the line; empty for one that is not the user's
     */
    public final String meaning() {
        return meaning;
    }

    /**
     * What counts where it is not set, in Markdown.
     *
     * @return the text; empty where there is nothing
     */
    public final String otherwiseText() {
        return otherwiseText;
    }

    /**
     * Which values it may have, in Markdown.
     *
     * @return the text, such as {@code seconds, 1 to 86400}
     */
    public abstract String values();

    /**
     * Whether it stands in the documents: it has a meaning.
     *
     * @return false for one that parts of the library use among themselves
     */
    public final boolean isDocumented() {
        return !meaning.isEmpty();
    }

    /**
     * Whether the user has set it.
     *
     * @return true if so
     */
    public final boolean isSet() {
        return given() != null;
    }

    /**
     * Its value now.
     *
     * @return what the user has set, or else the default
     * @throws SettingException when the value is none that it may have
     */
    public final T value() {
        String given = given();
        return given == null ? otherwise : parse(given);
    }

    /**
     * What a value is that a user gives.
     *
     * @param given the text
     * @return the value
     * @throws SettingException when it is none that this may have
     */
    public abstract T parse(String given);

    final T otherwise() {
        return otherwise;
    }

    private String given() {
        return System.getProperty(name);
    }

    /**
     * The error of a value that this cannot have.
     *
     * @param given the value
     * @return an exception that names the property, the value, and the values that it may have
     */
    public final SettingException refused(String given) {
        return new SettingException("-D" + definition(given) + ": expected " + values().replace("`", ""));
    }

    /**
     * What sets it, as {@code mpjrun -D} takes it.
     *
     * @param given the value
     * @return the name, an equals sign and the value
     */
    public final String definition(Object given) {
        return name + "=" + given;
    }

    /** The option by which the user has set it, or may. */
    @Override
    public final String toString() {
        String given = given();
        return "-D" + (given == null ? name : definition(given));
    }
}
