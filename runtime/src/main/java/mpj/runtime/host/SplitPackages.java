package mpj.runtime.host;

import java.io.File;
import java.io.IOException;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Packages of this library that a program has classes in, too, as students' code in package {@code mpi}. A JVM that has
 * the library as modules looks for classes of these packages in the module alone.
 */
final class SplitPackages {
    private static final List<Package> ALL = List.of(new Package("mpi/", "mpi/MPI.class"),
        new Package("mpjbuf/", "mpjbuf/Buffer.class"));
    private static final String CLASS = ".class";

    /**
     * A package.
     *
     * @param folder of its classes
     * @param mark a class of any library that has the package. What has the mark is such a library, MPJ Express for
     *     example: ours takes its place
     */
    private record Package(String folder, String mark) {
        boolean holds(String file) {
            return file.startsWith(folder) && file.endsWith(CLASS) && file.indexOf('/', folder.length()) < 0;
        }
    }

    private SplitPackages() {
    }

    /**
     * Whether there is one.
     *
     * @param mainClass of the program
     * @param classPath of the program; what manifests of its jars name belongs to it
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
            return false; // it is not a jar; the ranks' JVMs will say so
        }
    }

    /** By all names: a jar need not name its folders. */
    private static boolean isInJar(ZipFile jar, Package one) {
        for (Enumeration<? extends ZipEntry> entries = jar.entries(); entries.hasMoreElements();) {
            if (one.holds(entries.nextElement().getName())) {
                return true;
            }
        }
        return false;
    }
}
