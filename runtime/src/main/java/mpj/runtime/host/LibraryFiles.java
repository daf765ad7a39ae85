package mpj.runtime.host;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.wire.LibraryVersion;

/**
 * The library's own files: the class path of this launcher, with the jars of all APIs. Unless ranks take the library as
 * {@link LibraryModules}, their class path begins with the files of one API.
 *
 * @param entries absolute jars or folders
 */
public record LibraryFiles(List<String> entries) {
    /** This jar lies beside the library for scripts of MPJ Express, and is not part of the library. */
    private static final String STARTER = "starter.jar";

    public static LibraryFiles running() {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            File file = new File(entry).getAbsoluteFile();
            if (!file.getName().equals(STARTER)) {
                entries.add(file.getPath());
            }
        }
        return new LibraryFiles(List.copyOf(entries));
    }

    /** The files for a program of this API. */
    public LibraryFiles of(Api api) {
        List<String> own = new ArrayList<>();
        for (String entry : entries) {
            Api other = Api.ofJar(new File(entry).getName());
            if (other == null || other == api) {
                own.add(entry);
            }
        }
        return new LibraryFiles(List.copyOf(own));
    }

    public static String version() {
        return LibraryVersion.text();
    }

    public String classPath() {
        return String.join(File.pathSeparator, entries);
    }

    /** Whether the JVM can archive classes from here, which it can only from jars. */
    public boolean isJars() {
        for (String entry : entries) {
            if (!entry.endsWith(".jar")) {
                return false;
            }
        }
        return true;
    }

    /** Text that changes whenever the library changes. It takes one stat per jar. */
    public String identity() {
        StringBuilder identity = new StringBuilder();
        for (String entry : entries) {
            File file = new File(entry);
            identity.append(entry).append(' ').append(file.length()).append(' ').append(file.lastModified())
                .append('\n');
        }
        return identity.toString();
    }
}
