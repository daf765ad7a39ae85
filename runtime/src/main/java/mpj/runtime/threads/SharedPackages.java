package mpj.runtime.threads;

import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import mpj.runtime.bootstrap.RuntimeProperties;

/**
 * The packages of the program that ranks share, as the user names them. They are loaded once for all ranks, so that
 * ranks can pass each other their records by reference. If there are any such packages, this loader is the parent of
 * every {@link RankLoader}.
 */
public final class SharedPackages extends ProgramLoader {
    /** With these words the user names no package. The ranks then share only what they share in any case. */
    private static final List<String> NO_PACKAGES = List.of("true", "false", "");
    /** The state of this package belongs to each rank. */
    private static final String LIBRARY = "mpi";
    private static final String NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*";

    static {
        registerAsParallelCapable();
    }

    private final List<String> prefixes;

    private SharedPackages(List<String> prefixes, URL[] classPath, ClassLoader shared) {
        super("mpj-shared-packages", classPath, shared);
        this.prefixes = prefixes;
    }

    /** Returns the loader of the packages that the property names, or {@code shared} itself if it names none. */
    static ClassLoader of(String value, URL[] classPath, ClassLoader shared) {
        List<String> prefixes = value == null ? List.of() : prefixes(value);
        return prefixes.isEmpty() ? shared : new SharedPackages(prefixes, classPath, shared);
    }

    /**
     * Returns the beginnings of the names of shared classes.
     *
     * @param value of the property
     * @return the names of the packages, each followed by a dot
     * @throws IllegalArgumentException when the value does not name packages
     */
    public static List<String> prefixes(String value) {
        List<String> prefixes = new ArrayList<>();
        if (NO_PACKAGES.contains(value)) {
            return prefixes;
        }
        for (String word : value.split(",", -1)) {
            String name = word.strip();
            if (!name.matches(NAME) || name.equals(LIBRARY)) {
                throw new IllegalArgumentException("-D" + RuntimeProperties.SHARE.definition(value) + ": "
                    + (name.equals(LIBRARY) ? "package mpi is each rank's own" : "'" + name + "' is no package")
                    + "; give true, or the program's packages whose records are shared, with commas between them");
            }
            prefixes.add(name + ".");
        }
        return prefixes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return findProgramClass(name);
            }
        }
        throw new ClassNotFoundException(name + " is in none of the packages that -D"
            + RuntimeProperties.SHARE.name() + " names");
    }

    /** Finds nothing: the ranks' own loaders find every resource of the class path. */
    @Override
    public URL findResource(String name) {
        return null;
    }

    @Override
    public Enumeration<URL> findResources(String name) {
        return Collections.emptyEnumeration();
    }
}
