package mpj.settings;

/**
 * Reports a property that nobody knows, or a value that a property cannot have. The message names both, and the remedy.
 */
public final class SettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    /**
     * Makes an exception.
     *
     * @param message names the property, its value and the remedy
     */
    public SettingException(String message) {
        super(message);
    }
}
