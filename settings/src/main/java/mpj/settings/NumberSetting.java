package mpj.settings;

/** A setting that is a whole number within a range. Immutable. */
public final class NumberSetting extends Setting<Long> {
    private static final String BYTES = "bytes";
    private static final String SUFFIXES = "kmg";

    private final String unit;
    private final long least;
    private final long most;
    private final long multipleOf;

    NumberSetting(String name, String unit, long least, long most, long multipleOf, long otherwise,
                  String otherwiseText, String meaning) {
        super(name, otherwise, otherwiseText, meaning);
        this.unit = unit;
        this.least = least;
        this.most = most;
        this.multipleOf = multipleOf;
    }

    /**
     * The same setting with values that are rounded down to a multiple.
     *
     * @param factor the factor of which values are multiples
     * @return the setting
     */
    public NumberSetting multipleOf(long factor) {
        return new NumberSetting(name(), unit, least, most, factor, otherwise(), otherwiseText(), meaning());
    }

    /**
     * The same setting with a default.
     *
     * @param value the default
     * @return the setting
     */
    public NumberSetting otherwise(long value) {
        return new NumberSetting(name(), unit, least, most, multipleOf, value, written(value), meaning());
    }

    /**
     * The same setting for a reader that finds a default itself.
     *
     * @param value the value that stands for this; it may lie outside the range
     * @param text a description of the default that the reader finds, for the documents
     * @return the setting
     */
    public NumberSetting otherwiseFound(long value, String text) {
        return new NumberSetting(name(), unit, least, most, multipleOf, value, text, meaning());
    }

    /**
     * The same setting with a description for the documents.
     *
     * @param line the effect of the setting
     * @return the setting
     */
    public NumberSetting means(String line) {
        return new NumberSetting(name(), unit, least, most, multipleOf, otherwise(), otherwiseText(), line);
    }

    /**
     * The value as an int, for settings whose range lies within the ints.
     *
     * @return the same as {@link #value}
     */
    public int intValue() {
        return Math.toIntExact(value());
    }

    @Override
    public String values() {
        return unit + ", " + written(least) + (most == Long.MAX_VALUE ? " or more" : " to " + written(most))
            + (multipleOf == 1 ? "" : ", rounded down to a multiple of " + multipleOf);
    }

    /** The number as people write it. For a number of bytes this is 64k instead of 65536. */
    private String written(long number) {
        if (!unit.equals(BYTES)) {
            return Long.toString(number);
        }
        long value = number;
        int suffix = -1;
        while (value != 0 && value % 1024 == 0 && suffix < SUFFIXES.length() - 1) {
            value /= 1024;
            suffix++;
        }
        return suffix < 0 ? Long.toString(value) : value + SUFFIXES.substring(suffix, suffix + 1);
    }

    @Override
    public Long parse(String given) {
        try {
            long number = unit.equals(BYTES) ? bytes(given) : Long.parseLong(given);
            if (number >= least && number <= most) {
                return number - number % multipleOf;
            }
        } catch (NumberFormatException | ArithmeticException e) {
            // refused below
        }
        throw refused(given);
    }

    private static long bytes(String given) {
        int last = given.length() - 1;
        int suffix = last < 1 ? -1 : SUFFIXES.indexOf(Character.toLowerCase(given.charAt(last)));
        return suffix < 0 ? Long.parseLong(given)
            : Math.multiplyExact(Long.parseLong(given.substring(0, last)), 1L << 10 * (suffix + 1));
    }
}
