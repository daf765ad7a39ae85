package mpj.runtime.spawn;

import java.nio.file.Path;
import java.util.List;

/**
 * A program that another launcher is asked to start.
 *
 * @param words the command line, whose first word is the path of {@code java}
 * @param count the number of processes
 * @param folder the working folder; null for that of the asking process
 * @param hosts names of hosts, with commas between them; null if the launcher may choose the hosts
 */
public record ForeignProgram(List<String> words, int count, Path folder, String hosts) {
    /** Copies the words. */
    public ForeignProgram {
        words = List.copyOf(words);
    }

    /** The file to execute. */
    public String executable() {
        return words.getFirst();
    }

    /** The words after the first. */
    public List<String> arguments() {
        return words.subList(1, words.size());
    }
}
