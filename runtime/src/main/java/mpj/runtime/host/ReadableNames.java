package mpj.runtime.host;

/**
 * Finds names that the JVM cannot read. To the system, names of files and other words of a command line are bytes. The
 * JVM converts them by the locale of its environment. If no locale is set on this system, the JVM assumes ASCII, and a
 * name with other letters is lost before this library sees it.
 */
public final class ReadableNames {
    private static final char LOST = '\uFFFD';

    private ReadableNames() {
    }

    /**
     * Refuses words that the JVM could not read.
     *
     * @throws HostException when a word has lost letters; the message says what to set
     */
    public static void check(Iterable<String> words) {
        for (String word : words) {
            if (word.indexOf(LOST) >= 0 && !encoding().equals("UTF-8")) {
                throw new HostException("\"" + word + "\" has letters that this JVM cannot read: " + remedy());
            }
        }
    }

    /** Says why names cannot be read or written, and how to change that. */
    public static String remedy() {
        return "it takes names to be " + encoding() + ", by the locale (" + locale() + "); set LC_ALL=C.UTF-8, or"
            + " another UTF-8 locale that this system has (locale -a lists them)";
    }

    private static String encoding() {
        return System.getProperty("sun.jnu.encoding", "UTF-8");
    }

    /** The variable that sets the locale. */
    private static String locale() {
        for (String variable : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
            String value = System.getenv(variable);
            if (value != null && !value.isEmpty()) {
                return variable + "=" + value;
            }
        }
        return "LANG is not set";
    }
}
