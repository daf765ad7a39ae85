package mpj.runtime.launcher;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces the names of the user and of the host in texts that others will read.
 *
 * @param user the user's name
 * @param home the user's folder
 * @param host the host's name, with its domain or without
 */
record HiddenNames(String user, String home, String host) {
    /** Shorter names stay in the text, because they may be ordinary words. */
    private static final int LEAST = 2;
    /** This name belongs to no person, and is a word in many messages. */
    private static final String ADMINISTRATOR = "root";
    private static final String LOOPBACK = "localhost";

    /** Returns the text with other words in place of the names. */
    String in(String text) {
        String hidden = home.length() < LEAST ? text
            : text.replaceAll(Pattern.quote(home) + "(?![\\w-])", Matcher.quoteReplacement("~"));
        String name = host.split("\\.")[0];
        if (name.length() >= LEAST && !name.equals(LOOPBACK)) {
            hidden = replace(hidden, "(?i)" + word(name) + "(\\.\\w[\\w-]*)*", "(host)");
        }
        if (user.length() >= LEAST && !user.equals(ADMINISTRATOR)) {
            hidden = replace(hidden, word(user) + "(?!\\.\\w)", "(user)");
        }
        return hidden;
    }

    private static String word(String name) {
        return "(?<![\\w.-])" + Pattern.quote(name) + "(?![\\w-])";
    }

    private static String replace(String text, String regex, String by) {
        return text.replaceAll(regex, Matcher.quoteReplacement(by));
    }
}
