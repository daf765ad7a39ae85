package mpj.runtime.program;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import mpj.runtime.host.Manifests;

/**
 * The class files of a class path. As in a JVM, a jar is opened when a class is looked for in it. The same is true of
 * jars that its manifest names.
 */
final class ClassSource implements AutoCloseable {
    private final Map<String, ZipFile> jars = new HashMap<>();
    private List<String> entries;
    /** Whether all entries are already known. */
    private boolean whole;

    private ClassSource(List<String> entries, boolean whole) {
        this.entries = entries;
        this.whole = whole;
    }

    /** The class files of these jars and folders alone. */
    static ClassSource of(List<String> entries) {
        return new ClassSource(entries, true);
    }

    /**
     * The class files of these entries and of the entries that their manifests add. The manifests are read when a class
     * is not in the entries themselves.
     */
    static ClassSource ofProgram(List<String> classPath) {
        return new ClassSource(classPath, false);
    }

    /** Finds the class with this internal name; null when it is not there, or cannot be read. */
    ClassFile find(String name) {
        try {
            byte[] bytes = bytes(name + ".class");
            if (bytes == null && !whole) {
                entries = Manifests.followed(entries);
                whole = true;
                bytes = bytes(name + ".class");
            }
            return bytes == null ? null : new ClassFile(bytes);
        } catch (IOException | IndexOutOfBoundsException e) {
            // The ranks' JVMs will report this.
            return null;
        }
    }

    private byte[] bytes(String file) throws IOException {
        for (String entry : entries) {
            byte[] bytes = entry.endsWith(".jar") || entry.endsWith(".JAR") ? inJar(entry, file)
                : inFolder(entry, file);
            if (bytes != null) {
                return bytes;
            }
        }
        return null;
    }

    private static byte[] inFolder(String folder, String file) throws IOException {
        File found = new File(folder, file);
        return found.isFile() ? Files.readAllBytes(found.toPath()) : null;
    }

    private byte[] inJar(String entry, String file) throws IOException {
        ZipFile jar = jars.get(entry);
        if (jar == null) {
            jar = new ZipFile(entry);
            jars.put(entry, jar);
        }
        ZipEntry found = jar.getEntry(file);
        if (found == null) {
            return null;
        }
        try (InputStream in = jar.getInputStream(found)) {
            return in.readAllBytes();
        }
    }

    @Override
    public void close() {
        for (ZipFile jar : jars.values()) {
            try {
                jar.close();
            } catch (IOException e) {
                continue; // nothing was written
            }
        }
    }
}
