package mpj.runtime.spawn;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a program that a rank spawns is looked for, as the hints wdir and path say.
 *
 * @param folder the working folder of the program
 * @param folders the further folders in which its file or class is looked for
 */
public record ProgramPath(Path folder, List<Path> folders) {
    /** The ending of a program that is a source file. */
    public static final String JAVA = ".java";
    /** The ending of a program that is a jar. */
    public static final String JAR = ".jar";

    /**
     * Reads the hint path, whose folders are relative to the working folder.
     *
     * @param path null if there is no such hint
     */
    public static ProgramPath of(Path folder, String path) {
        List<Path> folders = new ArrayList<>();
        for (String each : path == null ? new String[0] : path.split(File.pathSeparator)) {
            if (!each.isEmpty()) {
                folders.add(folder.resolve(each).normalize());
            }
        }
        return new ProgramPath(folder, List.copyOf(folders));
    }

    /**
     * The working folder of a job of mpjrun, whose programs all start in one folder.
     *
     * @param base what the hint is relative to
     * @param wanted the hint wdir of each program, or an empty text
     * @throws IOException when the hints differ; the message is for the user
     */
    public static Path folder(Path base, Stream<String> wanted) throws IOException {
        List<String> folders = wanted.distinct().toList();
        if (folders.size() > 1) {
            throw new IOException("info key wdir: the programs of one job start in one folder, not in "
                + String.join(", ", folders.stream().map(each -> each.isEmpty() ? "(none)" : each).toList())
                + "; spawn them one after the other");
        }
        return base.resolve(folders.getFirst()).normalize();
    }

    /**
     * Finds the program.
     *
     * @param command a class or a file
     * @return the class, or the place of the file: the working folder counts first, then the other folders
     * @throws FileNotFoundException when there is no such file; the message is for the user
     */
    public String find(String command) throws FileNotFoundException {
        if (!command.endsWith(JAVA) && !command.endsWith(JAR)) {
            return command;
        }
        List<String> places = Stream.concat(Stream.of(folder), folders.stream())
            .map(each -> each.resolve(command).toString()).toList();
        return places.stream().filter(each -> Files.isRegularFile(Path.of(each))).findFirst()
            .orElseThrow(() -> new FileNotFoundException("there is no file " + String.join(" or ", places)));
    }
}
