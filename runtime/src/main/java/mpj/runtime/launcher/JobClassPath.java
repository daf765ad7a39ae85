package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.List;

/** The class path of a job: the entries of all its programs, each once. */
final class JobClassPath {
    private final List<String> entries = new ArrayList<>();

    /** Adds a program's entries, and returns the number that each has here. */
    List<Integer> add(List<String> ofProgram) {
        List<Integer> numbers = new ArrayList<>();
        for (String entry : ofProgram) {
            if (!entries.contains(entry)) {
                entries.add(entry);
            }
            numbers.add(entries.indexOf(entry));
        }
        return numbers;
    }

    List<String> entries() {
        return List.copyOf(entries);
    }
}
