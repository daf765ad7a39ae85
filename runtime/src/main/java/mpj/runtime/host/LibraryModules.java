package mpj.runtime.host;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * The library as modules. A JVM whose archive has the graph of these modules finds their classes by their packages.
 * With a class path, it would first open every jar to find that the jar has no class of the user, which takes half as
 * long as the JVM's own start.
 *
 * @param jars the files of the modules
 * @param names of the modules
 */
record LibraryModules(List<String> jars, List<String> names) {
    private static final String LIBRARY = "mpj";
    /** This module is for the launcher only. It needs jdk.jfr, which the JVM of a rank may lack. */
    private static final String TRACE = "mpj-trace";
    private static final String JAR = ".jar";
    private static final int FIRST_WITH_ARCHIVED_GRAPH = 25;

    /**
     * Takes the names from the names of the jars, which are the names of the modules with other characters for the
     * dots. Opening the jars would take too long.
     */
    static LibraryModules of(LibraryFiles library) {
        List<String> jars = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (String entry : library.entries()) {
            String file = new File(entry).getName();
            if (file.startsWith(LIBRARY) && file.endsWith(JAR) && !file.startsWith(TRACE)) {
                jars.add(entry);
                names.add(file.substring(0, file.length() - JAR.length()).replace('-', '.'));
            }
        }
        return new LibraryModules(List.copyOf(jars), List.copyOf(names));
    }

    /** Whether the archives of this JDK hold a graph of modules that are not the JDK's own. */
    static boolean areArchived(Jdk jdk) {
        return jdk.feature() >= FIRST_WITH_ARCHIVED_GRAPH;
    }

    /** Whether the user's own options choose modules, which this library's options would not fit. */
    static boolean areChosenBy(List<String> jvmOptions) {
        for (String option : jvmOptions) {
            if (option.startsWith("-p") || option.startsWith("--module") || option.startsWith("--limit-modules")) {
                return true;
            }
        }
        return false;
    }

    /**
     * The flags with which a JVM takes the modules. They are always the same, because an archive is valid only for
     * these flags.
     */
    List<String> flags() {
        String all = String.join(",", names);
        return List.of("--enable-native-access=ALL-UNNAMED," + all, "--add-modules=" + all,
            "--module-path=" + String.join(File.pathSeparator, jars));
    }

    /**
     * The flags with which a JVM takes both these modules and those of the program. The main class is in a package of
     * the program's modules. The launcher's class can call its main, whether the package is exported or not.
     *
     * @param mainClass MODULE/CLASS
     */
    List<String> flags(String mainClass, List<String> modulePath) {
        int slash = mainClass.indexOf('/');
        String module = mainClass.substring(0, slash);
        int dot = mainClass.lastIndexOf('.');
        List<String> path = new ArrayList<>(jars);
        path.addAll(modulePath);
        List<String> flags = new ArrayList<>(List.of(
            "--enable-native-access=ALL-UNNAMED," + String.join(",", names),
            "--add-modules=" + String.join(",", names) + "," + module,
            "--module-path=" + String.join(File.pathSeparator, path)));
        if (dot > slash) {
            flags.add("--add-opens=" + module + "/" + mainClass.substring(slash + 1, dot) + "=mpj.runtime");
        }
        return flags;
    }
}
