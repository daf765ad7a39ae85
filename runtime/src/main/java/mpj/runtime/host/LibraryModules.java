package mpj.runtime.host;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * The library as modules. A JVM whose archive has the graph of these modules finds their classes by their packages.
 * From the class path it would first open every jar, to find that the user's classes are not in it, which takes half
 * as long as its own start.
 *
 * @param jars their files
 * @param names of the modules
 */
record LibraryModules(List<String> jars, List<String> names) {
    private static final String LIBRARY = "mpj";
    /** The launcher's only; it needs jdk.jfr, which the JVM of a rank may lack. */
    private static final String TRACE = "mpj-trace";
    private static final String JAR = ".jar";
    private static final int FIRST_WITH_ARCHIVED_GRAPH = 25;

    /** By the names of the jars, which are the modules' but for their dots: opening them would take too long. */
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

    /** Whether the archives of this JDK hold the graph of modules that are not its own. */
    static boolean areArchived(Jdk jdk) {
        return jdk.feature() >= FIRST_WITH_ARCHIVED_GRAPH;
    }

    /** Whether the user's own options have a say in modules, which ours would not fit. */
    static boolean areChosenBy(List<String> jvmOptions) {
        for (String option : jvmOptions) {
            if (option.startsWith("-p") || option.startsWith("--module") || option.startsWith("--limit-modules")) {
                return true;
            }
        }
        return false;
    }

    /** What makes a JVM take them; always the same, as its archive holds for these flags only. */
    List<String> flags() {
        String all = String.join(",", names);
        return List.of("--enable-native-access=ALL-UNNAMED," + all, "--add-modules=" + all,
            "--module-path=" + String.join(File.pathSeparator, jars));
    }

    /**
     * What makes a JVM take them with the program's own, one of whose packages has the main class. The launcher's class
     * calls its main, whether the package is exported or not.
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
