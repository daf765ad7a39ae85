package mpj.runtime.host;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of a command, and the command as one text. */
public final class ShellWords {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    private ShellWords() {
    }

    /** Splits a text at its spaces; quotes keep spaces within a word. */
    public static List<String> split(String command) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(command);
        while (matcher.find()) {
            words.add(matcher.group(1) != null ? matcher.group(1)
                : matcher.group(2) != null ? matcher.group(2) : matcher.group(3));
        }
        return words;
    }

    /** Joins words in the form for a shell. */
    public static String quoted(List<String> words) {
        StringBuilder line = new StringBuilder();
        for (String word : words) {
            boolean plain = !word.isEmpty() && word.chars().allMatch(
                c -> Character.isLetterOrDigit(c) || "-_./:=+,@%".indexOf(c) >= 0);
            line.append(line.isEmpty() ? "" : " ").append(plain ? word : "'" + word.replace("'", "'\\''") + "'");
        }
        return line.toString();
    }
}
