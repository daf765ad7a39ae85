package mpj.runtime.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.host.UsageException;

/**
 * The user's class path, made absolute; as {@code java} has it, {@code folder/*} stands for the jars in a folder.
 *
 * @param entries what there is; may be empty
 * @param missing what was named and does not exist, which {@code java} passes over as well
 * @param given whether an option named them, not only the environment
 */
public record ClassPath(List<String> entries, List<String> missing, boolean given) {
    private static final String ALL_JARS = "*";

    /**
     * The class path of a job.
     *
     * @param given by an option; null when there is none
     * @param fromEnvironment or null
     * @param workingFolder the class path when nothing else is given
     */
    public static ClassPath of(String given, String fromEnvironment, Path workingFolder) {
        String path = given != null ? given : fromEnvironment;
        if (path == null) {
            return new ClassPath(List.of(workingFolder.toString()), List.of(), false);
        }
        List<String> entries = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String text : path.split(File.pathSeparator)) {
            if (text.isEmpty()) {
                continue;
            }
            // A text: on Windows no path may have a '*'.
            boolean wild = text.equals(ALL_JARS) || text.endsWith("/" + ALL_JARS)
                || text.endsWith(File.separator + ALL_JARS);
            Path entry = Path.of(wild ? text.substring(0, text.length() - ALL_JARS.length()) : text).toAbsolutePath()
                .normalize();
            if (!Files.exists(entry)) {
                missing.add(wild ? entry + File.separator + ALL_JARS : entry.toString());
            } else if (wild) {
                entries.addAll(jars(entry, text));
            } else {
                entries.add(entry.toString());
            }
        }
        return new ClassPath(List.copyOf(entries), List.copyOf(missing), given != null);
    }

    /** What the user is told before the job starts: only of what was named for it. */
    public List<String> warnings() {
        return given ? missing.stream().map(entry -> "warning: the class path names " + entry
            + ", which does not exist").toList() : List.of();
    }

    /** Added to what is said of a class that was not found; empty when the class path is whole. */
    public String excuse() {
        return missing.isEmpty() ? "" : "; the class path also names " + String.join(", ", missing)
            + (missing.size() == 1 ? ", which does not exist" : ", which do not exist");
    }

    private static List<String> jars(Path folder, String text) {
        try (var files = Files.list(folder)) {
            return files.map(Path::toString).filter(name -> name.endsWith(".jar") || name.endsWith(".JAR")).sorted()
                .toList();
        } catch (IOException e) {
            throw new UsageException("-cp " + text + ": the folder " + folder + " cannot be read: " + e.getMessage());
        }
    }
}
