package mpj.settings;

/** A setting that is true or false. {@code -Dmpj.check} without a value means true. Immutable. */
public final class FlagSetting extends Setting<Boolean> {
    FlagSetting(String name, boolean otherwise, String otherwiseText, String meaning) {
        super(name, otherwise, otherwiseText, meaning);
    }

    /**
     * The same setting with a default that depends on the place where it runs.
     *
     * @param value the default in this place
     * @param text a description of the default, for the documents
     * @return the setting
     */
    public FlagSetting otherwise(boolean value, String text) {
        return new FlagSetting(name(), value, text, meaning());
    }

    /**
     * The same setting with a description for the documents.
     *
     * @param line the effect of {@code true}
     * @return the setting
     */
    public FlagSetting means(String line) {
        return new FlagSetting(name(), otherwise(), otherwiseText(), line);
    }

    @Override
    public String values() {
        return "`true` or `false`";
    }

    @Override
    public Boolean parse(String given) {
        return switch (given) {
            case "true", "" -> true;
            case "false" -> false;
            default -> throw refused(given);
        };
    }
}
