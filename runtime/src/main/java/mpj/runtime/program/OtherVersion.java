package mpj.runtime.program;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import mpj.runtime.host.UsageException;

/**
 * Finds jars of this library on the program's class path that have another version than the launcher. Ranks have the
 * launcher's library, so all or some of the classes in these jars would be ignored.
 */
public final class OtherVersion {
    private static final String JARS = "mpj";
    private static final String OURS = "org.mpj:";

    private OtherVersion() {
    }

    /**
     * Checks a class path.
     *
     * @param version the launcher's
     * @throws UsageException when a jar of the library has another version
     */
    public static void check(List<String> classPath, String version) {
        for (String entry : classPath) {
            String name = new File(entry).getName();
            // Jars with other names are not opened, because that takes too long.
            if (name.startsWith(JARS) && name.endsWith(".jar")) {
                check(entry, version);
            }
        }
    }

    private static void check(String entry, String version) {
        try (JarFile jar = new JarFile(entry)) {
            Manifest manifest = jar.getManifest();
            Attributes attributes = manifest == null ? new Attributes() : manifest.getMainAttributes();
            String title = attributes.getValue(Attributes.Name.IMPLEMENTATION_TITLE);
            String other = attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            if (title != null && title.startsWith(OURS) && other != null && !other.equals(version)) {
                throw new UsageException("the class path has " + entry + ", which is " + title + " " + other
                    + ", and this mpjrun is of version " + version + "; leave it out, since mpjrun brings the library,"
                    + " or take the mpjrun of " + other);
            }
        } catch (IOException e) {
            return; // the ranks' JVMs will report this
        }
    }
}
