package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.List;
import mpj.runtime.host.UsageException;

/**
 * The message about an option that mpjrun does not have: what another launcher means by it, or which option of mpjrun
 * is similar.
 */
final class UnknownOption {
    private static final int MOST_EDITS = 2;
    private static final List<String> WORDS_FOR_RANKS = List.of("nprocs", "numprocs", "num-procs", "procs", "ranks");

    private UnknownOption() {
    }

    /** @param argument the user's word, possibly with {@code =VALUE} */
    static UsageException of(String argument) {
        String name = argument.split("=", 2)[0];
        String advice = OtherLaunchers.advice(name);
        if (advice != null) {
            return new UsageException("no such option: " + name + ". " + advice);
        }
        List<String> nearest = nearest(name);
        if (!nearest.isEmpty()) {
            return new UsageException("no such option: " + name + "; did you mean " + String.join(" or ", nearest)
                + "? mpjrun --help lists all options.");
        }
        return new UsageException("no such option: " + name + ". mpjrun --help lists all options.");
    }

    /**
     * The names with the fewest edits between them and the given name; none when all are too different. Dashes do not
     * count.
     */
    private static List<String> nearest(String name) {
        String word = bare(name);
        if (WORDS_FOR_RANKS.contains(word)) {
            return List.of(Option.RANKS.name0());
        }
        List<String> begun = begunBy(word);
        if (!begun.isEmpty()) {
            return begun;
        }
        int fewest = Math.min(MOST_EDITS, word.length() / 2);
        List<String> nearest = new ArrayList<>();
        for (Option option : Option.values()) {
            for (String known : option.names()) {
                int edits = edits(word, bare(known));
                if (edits < fewest) {
                    nearest.clear();
                }
                if (edits <= fewest) {
                    fewest = edits;
                    nearest.add(known);
                    break; // one name of each option is enough
                }
            }
        }
        return nearest;
    }

    /** The options whose names begin with the word, if the word is long enough to distinguish them from others. */
    private static List<String> begunBy(String word) {
        List<String> begun = new ArrayList<>();
        for (Option option : Option.values()) {
            if (option.form() == Option.Form.WHOLE) {
                continue; // an option of a JVM
            }
            for (String known : option.names()) {
                if (word.length() > MOST_EDITS && bare(known).startsWith(word) && !option.isHidden()) {
                    begun.add(known);
                    break; // one name of each option is enough
                }
            }
        }
        return begun;
    }

    private static String bare(String name) {
        return name.replaceFirst("^-+", "").toLowerCase(java.util.Locale.ROOT);
    }

    /** The number of letters to insert, delete, change, or swap with the next letter (Damerau and Levenshtein). */
    private static int edits(String a, String b) {
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                edits[i][j] = Math.min(edits[i - 1][j - 1] + change,
                    1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
                }
            }
        }
        return edits[a.length()][b.length()];
    }
}
