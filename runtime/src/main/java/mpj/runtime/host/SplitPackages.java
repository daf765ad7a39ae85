package mpj.runtime.host;

import java.io.File;
import java.io.IOException;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Packages of this library in which a program also has classes, such as a student's code in package {@code mpi}. A JVM
 * that has the library as modules looks for the classes of these packages only in the module.
 */
final class SplitPackages {
    private static final List<Package> ALL = List.of(new Package("mpi/", "mpi/MPI.class"),
        new Package("mpjbuf/", "mpjbuf/Buffer.class"));
    private static final String CLASS = ".class";

    /**
     * A package.
     *
     * @param folder of its classes
     * @param mark a class of every library that has the package. If a class path entry has the mark, it is such a
     *     library, for example MPJ Express, and this library takes its place
     */
    private record Package(String folder, String mark) {
        boolean holds(String file) {
            return file.startsWith(folder) && file.endsWith(CLASS) && file.indexOf('/', folder.length()) < 0;
        }
    }

    private SplitPackages() {
    }

    /**
     * Whether a program has classes in such a package.
     *
     * @param mainClass of the program
     * @param classPath of the program, to which the entries in the manifests of its jars belong
     */
    static boolean areIn(String mainClass, List<String> classPath) {
        for (Package each : ALL) {
            if (each.holds(mainClass.replace('.', '/') + CLASS)) {
                return true;
            }
        }
        for (String entry : Manifests.followed(classPath)) {
            File file = new File(entry);
            if (file.isDirectory() ? isInFolder(file) : isInJar(file)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isInFolder(File folder) {
        for (Package each : ALL) {
            String[] files = new File(folder, each.folder).list();
            if (files == null || new File(folder, each.mark).exists()) {
                continue;
            }
            for (String file : files) {
                if (file.endsWith(CLASS)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isInJar(File file) {
        try (ZipFile jar = new ZipFile(file)) {
            for (Package each : ALL) {
                if (jar.getEntry(each.mark) == null && isInJar(jar, each)) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return false; // this is not a jar, which the ranks' JVMs will report
        }
    }

    /** Looks at all names, because a jar need not name its folders. */
    private static boolean isInJar(ZipFile jar, Package one) {
        for (Enumeration<? extends ZipEntry> entries = jar.entries(); entries.hasMoreElements();) {
            if (one.holds(entries.nextElement().getName())) {
                return true;
            }
        }
        return false;
    }
}
