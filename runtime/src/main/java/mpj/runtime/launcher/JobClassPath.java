package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.List;

/** The class path of a job, which has the entries of all its programs once each. */
final class JobClassPath {
    private final List<String> entries = new ArrayList<>();

    /** Adds a program's entries, and returns the number of each entry in this class path. */
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
