package mpj.settings;

import java.util.List;

/**
 * A setting that is one of several words, or whose values only its reader knows. Such a reader refuses other values
 * with {@link Setting#refused}. Immutable.
 */
public final class TextSetting extends Setting<String> {
    private final String values;
    /** The possible words; empty if only the reader knows the values. */
    private final List<String> words;

    TextSetting(String name, String values, List<String> words, String otherwise, String otherwiseText,
                String meaning) {
        super(name, otherwise, otherwiseText, meaning);
        this.values = values;
        this.words = words;
    }

    /**
     * The same setting with a default.
     *
     * @param value the default
     * @return the setting
     */
    public TextSetting otherwise(String value) {
        return new TextSetting(name(), values, words, value, "`" + value + "`", meaning());
    }

    /**
     * The same setting for a reader that finds a default itself.
     *
     * @param value the value that stands for this; may be null
     * @param text a description of the default that the reader finds, for the documents
     * @return the setting
     */
    public TextSetting otherwiseFound(String value, String text) {
        return new TextSetting(name(), values, words, value, text, meaning());
    }

    /**
     * The same setting with a description for the documents.
     *
     * @param line the effect of the setting
     * @return the setting
     */
    public TextSetting means(String line) {
        return new TextSetting(name(), values, words, otherwise(), otherwiseText(), line);
    }

    @Override
    public String values() {
        return values;
    }

    @Override
    public String parse(String given) {
        if (!words.isEmpty() && !words.contains(given)) {
            throw refused(given);
        }
        return given;
    }
}
