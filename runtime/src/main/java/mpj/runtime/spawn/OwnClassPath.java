package mpj.runtime.spawn;

import java.io.File;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The class path that ranks get from this program. Modules of this program are put on the ranks' class path. The place
 * of a class is looked up in the class itself, because a test may be patched into a module that also exists without it.
 */
public final class OwnClassPath {
    private static final String JAR = "jar:";

    private final List<String> first = new ArrayList<>();
    private final List<String> loaded = new ArrayList<>();
    private final List<String> last = new ArrayList<>();

    /**
     * Adds the folder or jar that contains a class, and the entries of its class loaders that the JVM's class path
     * lacks.
     */
    public void add(Class<?> inside) {
        for (ClassLoader loader = inside.getClassLoader(); loader != null; loader = loader.getParent()) {
            if (loader instanceof URLClassLoader urls) {
                Arrays.stream(urls.getURLs()).map(URL::toString).filter(place -> place.startsWith("file:"))
                    .forEach(place -> loaded.add(Path.of(URI.create(place)).toString()));
            }
        }
        String file = "/" + inside.getName().replace('.', '/') + ".class";
        URL found = inside.getResource(file.substring(file.lastIndexOf('/') + 1));
        if (found == null) {
            return; // made at run time, or part of the JDK: only its loader knows the bytes
        }
        String place = found.toString();
        if (place.startsWith(JAR)) {
            first.add(Path.of(URI.create(place.substring(JAR.length(), place.lastIndexOf('!')))).toString());
        } else if (place.startsWith("file:") && place.endsWith(file)) {
            first.add(Path.of(URI.create(place.substring(0, place.length() - file.length() + 1))).toString());
        }
    }

    public void add(List<String> entries) {
        last.addAll(entries);
    }

    /** Absolute paths, each of them once. */
    public List<String> entries() {
        Stream<String> own = Stream.of("java.class.path", "jdk.module.path")
            .flatMap(name -> Arrays.stream(System.getProperty(name, "").split(File.pathSeparator)))
            .filter(entry -> !entry.isEmpty()).flatMap(OwnClassPath::ofModules);
        Set<String> all = new LinkedHashSet<>();
        Stream.of(first.stream(), own, loaded.stream(), last.stream()).flatMap(entries -> entries)
            .forEach(entry -> all.add(Path.of(entry).toAbsolutePath().normalize().toString()));
        return List.copyOf(all);
    }

    /** For a folder of modular jars, the folder and its jars; any other entry is returned alone. */
    private static Stream<String> ofModules(String entry) {
        File[] jars = new File(entry).listFiles((_, name) -> name.endsWith(".jar"));
        boolean classes = jars == null || jars.length == 0 || Files.exists(Path.of(entry, "module-info.class"));
        return classes ? Stream.of(entry) : Stream.concat(Stream.of(entry), Arrays.stream(jars).map(File::getPath));
    }
}
