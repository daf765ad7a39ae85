package mpj.runtime.host;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.bootstrap.Api;

/**
 * The library's own files: the class path on which this launcher runs, with the jars of all APIs. Ranks have those of
 * one API before the user's, too, unless they take the library as {@link LibraryModules}.
 *
 * @param entries absolute jars or folders
 */
public record LibraryFiles(List<String> entries) {
    /** Lies beside the library, for scripts of MPJ Express, and is no part of it. */
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

    /** Those files that a program of this API has. */
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
        String version = LibraryFiles.class.getPackage().getImplementationVersion();
        return version == null ? "(not from a jar)" : version;
    }

    public String classPath() {
        return String.join(File.pathSeparator, entries);
    }

    /** Whether the JVM can archive classes from here: it takes them from jars only. */
    public boolean isJars() {
        for (String entry : entries) {
            if (!entry.endsWith(".jar")) {
                return false;
            }
        }
        return true;
    }

    /** Changes whenever the library does; costs one stat per jar. */
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
