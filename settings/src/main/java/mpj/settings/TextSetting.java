package mpj.settings;

/** A setting whose values only its reader knows; it says what they are with {@link Setting#refused}. */
public final class TextSetting extends Setting<String> {
    private final String values;

    TextSetting(String name, String values, String otherwise, String otherwiseText, String meaning) {
        super(name, otherwise, otherwiseText, meaning);
        this.values = values;
    }

    /**
     * The same setting with a default.
     *
     * @param value the default
     * @return the setting
     */
    public TextSetting otherwise(String value) {
        return new TextSetting(name(), values, value, "`" + value + "`", meaning());
    }

    /**
     * The same setting whose reader finds a default by itself.
     *
     * @param value what stands for that, perhaps null
     * @param text which default it finds, for the documents
     * @return the setting
     */
    public TextSetting otherwiseFound(String value, String text) {
        return new TextSetting(name(), values, value, text, meaning());
    }

    /**
     * The same setting for the documents.
     *
     * @param line what it does
     * @return the setting
     */
    public TextSetting means(String line) {
        return new TextSetting(name(), values, otherwise(), otherwiseText(), line);
    }

    @Override
    public String values() {
        return values;
    }

    @Override
    public String parse(String given) {
        return given;
    }
}
