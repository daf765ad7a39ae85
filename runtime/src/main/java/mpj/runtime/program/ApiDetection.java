package mpj.runtime.program;

import java.io.File;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.zip.ZipFile;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.UsageException;

/**
 * Finds out for which API a compiled program is written: the API must have every member of package {@code mpi} that the
 * program's classes name. Classes are examined from the main class on, until only one API is left.
 */
public final class ApiDetection {
    private static final String PACKAGE = "mpi/";
    /** Packages of the JDK, which are no part of the program. */
    private static final List<String> OF_OTHERS = List.of("java/", "javax/", "jdk/", "sun/", "com/sun/");
    /** A program that has named no member of the API by then does so in a place where nobody would look, or never. */
    private static final int MOST_CLASSES = 300;

    private final LibraryFiles library;

    /** @param library with all APIs */
    public ApiDetection(LibraryFiles library) {
        this.library = library;
    }

    /** Runs a detection, so that a launcher's class-data archive has the classes of this package. */
    public static void rehearse(LibraryFiles library) {
        try {
            new ApiDetection(library).ofClasses("mpi.Comm", library.entries());
        } catch (UsageException e) {
            return; // the result does not matter
        }
    }

    /**
     * Returns the API of a program, which the user has named or this class finds.
     *
     * @param named by the user; null if the user named none
     * @throws UsageException when no API has everything that the program needs
     */
    public Api of(Api named, String mainClass, List<String> classPath) {
        Api given = given(named, classPath);
        return given != null ? given : ofClasses(mainClass, classPath);
    }

    /** Returns the APIs that a program with this class path may have, as far as the class path tells. */
    public List<Api> possible(Api named, List<String> classPath) {
        Api given = given(named, classPath);
        return given != null ? List.of(given) : inLibrary();
    }

    /** Returns the APIs that the library has; never an empty list. */
    private List<Api> inLibrary() {
        List<Api> apis = new ArrayList<>();
        for (Api api : Api.values()) {
            if (jar(api) != null) {
                apis.add(api);
            }
        }
        return apis.isEmpty() ? List.of(Api.MPIJAVA) : apis;
    }

    /** Returns the API that the user has named, or whose jar is on the class path; otherwise null. */
    private static Api given(Api named, List<String> classPath) {
        Api found = null;
        String where = null;
        for (String entry : classPath) {
            Api api = ofJar(entry);
            if (api != null && found != null && api != found) {
                throw new UsageException("the class path has the jars of two APIs, " + where + " (" + found.word()
                    + ") and " + entry + " (" + api.word() + "). Both have package mpi; leave out the one that the"
                    + " program is not written for");
            }
            if (api != null) {
                found = api;
                where = entry;
            }
        }
        if (named != null && found != null && named != found) {
            throw new UsageException("--api " + named.word() + ": the class path has " + where + ", the jar of "
                + found.word() + "; leave out one of them");
        }
        return named != null ? named : found;
    }

    /**
     * Returns the API that this jar contains, or null. Jars with other names are not opened, because that takes too
     * long.
     */
    private static Api ofJar(String entry) {
        String name = new File(entry).getName();
        if (!name.startsWith("mpj") || !name.endsWith(".jar")) {
            return null;
        }
        try (ZipFile jar = new ZipFile(entry)) {
            for (Api api : Api.values()) {
                if (jar.getEntry(api.mark()) != null) {
                    return api;
                }
            }
        } catch (IOException e) {
            return null; // the ranks' JVMs will report this
        }
        return null;
    }

    private Api ofClasses(String mainClass, List<String> classPath) {
        List<Api> apis = inLibrary();
        if (apis.size() == 1) {
            return apis.getFirst();
        }
        try (ClassSource classes = ClassSource.ofProgram(classPath); ApiCandidates candidates = new ApiCandidates()) {
            for (Api api : apis) {
                candidates.add(new ApiMembers(api, jar(api), classes));
            }
            Set<String> seen = new HashSet<>();
            Queue<String> next = new ArrayDeque<>();
            seen.add(mainClass.replace('.', '/'));
            next.add(mainClass.replace('.', '/'));
            for (int looked = 0; candidates.areSeveral() && !next.isEmpty() && looked < MOST_CLASSES;) {
                String name = next.remove();
                ClassFile file = classes.find(name);
                if (file != null) {
                    looked++;
                    candidates.examine(name, file);
                    follow(file, candidates, seen, next);
                }
            }
            return candidates.first();
        }
    }

    private static void follow(ClassFile file, ApiCandidates candidates, Set<String> seen, Queue<String> next) {
        for (String name : file.classes()) {
            boolean own = !name.startsWith(PACKAGE) || !candidates.have(name);
            for (String prefix : OF_OTHERS) {
                own &= !name.startsWith(prefix);
            }
            if (own && seen.add(name)) {
                next.add(name);
            }
        }
    }

    /** Returns the library's jar of an API; null when the library has none. */
    private String jar(Api api) {
        for (String entry : library.entries()) {
            if (new File(entry).getName().equals(api.jar())) {
                return entry;
            }
        }
        return null;
    }
}
