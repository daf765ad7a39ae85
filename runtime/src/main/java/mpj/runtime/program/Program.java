package mpj.runtime.program;

import java.io.File;
import java.util.List;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.host.UsageException;

/**
 * What the ranks run.
 *
 * @param api that it is written for
 * @param mainClass name of the class whose main is called; MODULE/CLASS if it is a module's
 * @param classPath absolute entries, after the library's own; of a module path if it is a module's
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
