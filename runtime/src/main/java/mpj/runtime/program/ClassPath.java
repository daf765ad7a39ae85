package mpj.runtime.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.host.UsageException;

/**
 * The user's class path with absolute entries. As with {@code java}, {@code folder/*} stands for the jars in a folder.
 *
 * @param entries the entries that exist; may be empty
 * @param missing the entries that do not exist, which {@code java} also ignores
 * @param given whether an option named the entries, and not only the environment
 */
public record ClassPath(List<String> entries, List<String> missing, boolean given) {
    private static final String ALL_JARS = "*";

    /**
     * Makes the class path of a job.
     *
     * @param given by an option; null when there is none
     * @param fromEnvironment or null
     * @param workingFolder the class path when neither is given
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
            // This is done with text, because a path on Windows may not contain '*'.
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

    /** Whether one of these entries, or an entry that a manifest of theirs adds, has a class. */
    public static boolean hasClass(List<String> entries, String name) {
        try (ClassSource classes = ClassSource.ofProgram(entries)) {
            return classes.find(name.replace('.', '/')) != null;
        }
    }

    /** Warnings for the user before the job starts. They are only about entries that an option named. */
    public List<String> warnings() {
        return given ? missing.stream().map(entry -> "warning: the class path names " + entry
            + ", which does not exist").toList() : List.of();
    }

    /** A text behind the message that a class was not found; empty when no entry of the class path is missing. */
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
