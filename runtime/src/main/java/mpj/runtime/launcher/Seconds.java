package mpj.runtime.launcher;

import mpj.runtime.host.UsageException;

/** A time in seconds that an option gives, possibly with a fraction. */
final class Seconds {
    private Seconds() {
    }

    /** The time in milliseconds; 0 when the option is missing. */
    static long millis(CommandLine line, Option option) {
        String given = line.last(option);
        if (given == null) {
            return 0;
        }
        try {
            double seconds = Double.parseDouble(given);
            if (seconds > 0 && seconds <= Integer.MAX_VALUE) {
                return Math.max(1, (long) (seconds * 1000));
            }
        } catch (NumberFormatException e) {
            throw new UsageException(option.name0() + " " + given + ": expected a number of seconds");
        }
        throw new UsageException(option.name0() + " " + given + ": the time must be more than 0 seconds");
    }
}
