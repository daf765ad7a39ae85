package mpj.runtime.host;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * The entries that the manifests of jars add to a class path by their Class-Path (JAR File Specification). A JVM
 * follows Class-Path itself where the jars lie side by side. But on another host, each entry is in a folder of its own.
 */
public final class Manifests {
    private Manifests() {
    }

    /**
     * Returns the whole class path of a JVM.
     *
     * @param entries the class path that the JVM is given
     * @return the entries, each followed by the existing files that its manifest names, in the order in which a JVM
     *     searches them
     */
    public static List<String> followed(List<String> entries) {
        Set<String> followed = new LinkedHashSet<>();
        for (String entry : entries) {
            follow(new File(entry), followed);
        }
        return List.copyOf(followed);
    }

    private static void follow(File entry, Set<String> followed) {
        if (!followed.add(entry.getPath()) || !entry.isFile()) {
            return;
        }
        try (JarFile jar = new JarFile(entry)) {
            Manifest manifest = jar.getManifest();
            String named = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            for (File file : files(entry, named == null ? "" : named)) {
                follow(file, followed);
            }
        } catch (IOException e) {
            // This is not a jar, which the ranks' JVMs will report.
            return;
        }
    }

    private static List<File> files(File jar, String named) {
        List<File> files = new ArrayList<>();
        for (String word : named.strip().split("\\s+")) {
            try {
                URI uri = jar.toURI().resolve(new URI(word));
                if (!word.isEmpty() && "file".equals(uri.getScheme()) && new File(uri).exists()) {
                    files.add(Path.of(uri).normalize().toFile());
                }
            } catch (URISyntaxException | IllegalArgumentException e) {
                // A JVM also ignores a word that is not the URL of a file.
                continue;
            }
        }
        return files;
    }
}
