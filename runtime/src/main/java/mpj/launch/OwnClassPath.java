package mpj.launch;

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
 * The class path of this program, for ranks. What this program has as modules they have on the class path. Where a
 * class lies is asked of the class itself: a test may have been added to a module that exists without it.
 */
final class OwnClassPath {
    private static final String JAR = "jar:";

    private final List<String> first = new ArrayList<>();
    private final List<String> loaded = new ArrayList<>();
    private final List<String> last = new ArrayList<>();

    /** Adds the folder or jar in which a class lies, and what its loader has beside the class path of the JVM. */
    void add(Class<?> inside) {
        for (ClassLoader loader = inside.getClassLoader(); loader != null; loader = loader.getParent()) {
            if (loader instanceof URLClassLoader urls) {
                Arrays.stream(urls.getURLs()).map(URL::toString).filter(place -> place.startsWith("file:"))
                    .forEach(place -> loaded.add(Path.of(URI.create(place)).toString()));
            }
        }
        String file = "/" + inside.getName().replace('.', '/') + ".class";
        URL found = inside.getResource(file.substring(file.lastIndexOf('/') + 1));
        if (found == null) {
            return; // made up at run time, or the JDK's: its loader knows where
        }
        String place = found.toString();
        if (place.startsWith(JAR)) {
            first.add(Path.of(URI.create(place.substring(JAR.length(), place.lastIndexOf('!')))).toString());
        } else if (place.startsWith("file:") && place.endsWith(file)) {
            first.add(Path.of(URI.create(place.substring(0, place.length() - file.length() + 1))).toString());
        }
    }

    void add(List<String> entries) {
        last.addAll(entries);
    }

    /** Absolute, each once. */
    List<String> entries() {
        Stream<String> own = Stream.of("java.class.path", "jdk.module.path")
            .flatMap(name -> Arrays.stream(System.getProperty(name, "").split(File.pathSeparator)))
            .filter(entry -> !entry.isEmpty()).flatMap(OwnClassPath::ofModules);
        Set<String> all = new LinkedHashSet<>();
        Stream.of(first.stream(), own, loaded.stream(), last.stream()).flatMap(entries -> entries)
            .forEach(entry -> all.add(Path.of(entry).toAbsolutePath().normalize().toString()));
        return List.copyOf(all);
    }

    /** The jars of a folder of modules; anything else stays as it is. */
    private static Stream<String> ofModules(String entry) {
        File[] jars = new File(entry).listFiles((_, name) -> name.endsWith(".jar"));
        boolean classes = jars == null || jars.length == 0 || Files.exists(Path.of(entry, "module-info.class"));
        return classes ? Stream.of(entry) : Stream.concat(Stream.of(entry), Arrays.stream(jars).map(File::getPath));
    }
}
