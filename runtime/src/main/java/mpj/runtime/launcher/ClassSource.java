package mpj.runtime.launcher;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The class files of a class path. A jar is opened when a class is looked for in it, as a JVM does. */
final class ClassSource implements AutoCloseable {
    private final List<String> entries;
    private final Map<String, ZipFile> jars = new HashMap<>();

    ClassSource(List<String> entries) {
        this.entries = entries;
    }

    /** The class of this internal name; null when it is not there, or cannot be read. */
    ClassFile find(String name) {
        String file = name + ".class";
        try {
            for (String entry : entries) {
                byte[] bytes = entry.endsWith(".jar") || entry.endsWith(".JAR") ? inJar(entry, file)
                    : inFolder(entry, file);
                if (bytes != null) {
                    return new ClassFile(bytes);
                }
            }
        } catch (IOException | IndexOutOfBoundsException e) {
            // The ranks' JVMs will say so.
            return null;
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
