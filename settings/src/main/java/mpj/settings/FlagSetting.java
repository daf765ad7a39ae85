package mpj.settings;

/** A setting that is true or false; {@code -Dmpj.check} alone is true. */
public final class FlagSetting extends Setting<Boolean> {
    FlagSetting(String name, boolean otherwise, String otherwiseText, String meaning) {
        super(name, otherwise, otherwiseText, meaning);
    }

    /**
     * The same setting with a default that depends on where it runs.
     *
     * @param value the default here
     * @param text what it depends on, for the documents
     * @return the setting
     */
    public FlagSetting otherwise(boolean value, String text) {
        return new FlagSetting(name(), value, text, meaning());
    }

    /**
     * The same setting for the documents.
     *
     * @param line what {@code true} does
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
