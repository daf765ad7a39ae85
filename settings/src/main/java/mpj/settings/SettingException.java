package mpj.settings;

/** A property that nobody knows, or whose value it cannot have. The message names both, and the remedy. */
public final class SettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /**
     * An exception.
     *
     * @param message names the property, its value and the remedy
     */
    public SettingException(String message) {
        super(message);
    }
}
