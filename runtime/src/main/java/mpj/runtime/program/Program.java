package mpj.runtime.program;

import java.io.File;
import java.util.List;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.host.UsageException;

/**
 * The program that ranks run.
 *
 * @param api the API for which it is written
 * @param mainClass the name of the class whose main is called; MODULE/CLASS if it is in a module
 * @param classPath absolute entries that follow the library's own; entries of a module path if the main class is in a
 *     module
 */
public record Program(Api api, String mainClass, List<String> classPath) {

    /** @throws UsageException when an entry has the character that separates entries */
    public Program {
        for (String entry : classPath) {
            if (entry.contains(File.pathSeparator)) {
                throw new UsageException(entry + " has a '" + File.pathSeparator + "' in its path, which separates the"
                    + " entries of a class path; rename it, or the folder that is named so");
            }
        }
    }
}
