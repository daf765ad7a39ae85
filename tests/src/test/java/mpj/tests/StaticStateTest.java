package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Ranks may be threads of one JVM, which share every class other than those of package mpi. So no other class has a
 * static variable that changes, apart from a few exceptions. A variable also changes if the object in it does.
 */
class StaticStateTest {
    private static final Path LIBRARY = Path.of(System.getProperty("tests.lib"));
    private static final Path HOME = LIBRARY.getParent().getParent();
    private static final List<Path> FOLDERS = Stream.of(LIBRARY, LIBRARY.resolveSibling("tycho"),
        LIBRARY.resolveSibling("junit")).filter(Files::isDirectory).toList();
    /** Package mpi, and what jextract has generated: it initializes variables that nothing changes. */
    private static final Pattern OTHERS = Pattern.compile("(?!mpj/|mpjbuf/|tycho/).*|mpj/bindings/\\w+/.*");
    private static final Pattern OF_LIBRARY = Pattern.compile("(mpj|mpjbuf|tycho)\\..*");

    /** The exceptions, each with the class that the documents name. The documents say why. */
    private static final Map<String, String> EXCEPTIONS = Map.ofEntries(
        Map.entry("mpj.transport.threads.Inboxes.OPEN", "Inboxes"),
        Map.entry("mpj.transport.threads.Inboxes.LAST_NUMBER", "Inboxes"),
        Map.entry("mpj.core.objects.FlatClass.KNOWN", "FlatClass"),
        Map.entry("mpj.core.objects.FlatObjects.WRITTEN", "FlatObjects"),
        Map.entry("mpj.collectives.selection.Algorithms.OF_ONE_GROUP", "Algorithms"),
        Map.entry("mpj.collectives.selection.Algorithms.OF_TWO_GROUPS", "Algorithms"),
        Map.entry("mpj.bindings.Memcpy.LINKING", "Memcpy"),
        Map.entry("mpjbuf.BufferFactory.POOL", "BufferFactory"));
    /** Classes whose objects change if a program has made them. Those in static variables do not change. */
    private static final Set<String> CONSTANTS = Set.of("TypeDescriptor", "OpDescriptor", "ProcessGroup");

    /** Classes of the JDK whose objects change. A collection may be one that cannot be changed. */
    private static final Pattern CHANGING = Pattern.compile("java\\.util\\.concurrent\\.(?!ThreadFactory|TimeUnit).*"
        + "|java\\.util\\.(BitSet|Random|Properties|Timer|\\w*(Map|List|Set|Queue|Deque|Collection))"
        + "|java\\.lang\\.(ClassValue|ThreadLocal|StringBuilder)|java\\.nio\\.\\w*Buffer");
    private static final Pattern UNCHANGEABLE =
        Pattern.compile("java\\.util\\.(ImmutableCollections|Collections)\\$(?!Synchronized|Checked).*");
    private static final Pattern INITIALIZER = Pattern.compile("(?ms)^( *)static \\{$.*?^\\1\\}$");

    private static final List<Class<?>> CLASSES = new ArrayList<>();

    @BeforeAll
    static void load() throws IOException {
        List<URL> jars = new ArrayList<>();
        for (Path folder : FOLDERS) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
                for (Path file : files) {
                    jars.add(file.toUri().toURL());
                }
            }
        }
        // The module for JUnit may see the JUnit of these tests, but must not see the library of these tests.
        ClassLoader junit = new ClassLoader(ClassLoader.getPlatformClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                if (name.startsWith("org.")) {
                    return StaticStateTest.class.getClassLoader().loadClass(name);
                }
                throw new ClassNotFoundException(name);
            }
        };
        ClassLoader loader = new URLClassLoader(jars.toArray(URL[]::new), junit);
        for (ModuleReference module : ModuleFinder.of(FOLDERS.toArray(Path[]::new)).findAll()) {
            try (ModuleReader reader = module.open()) {
                for (String file : reader.list().filter(each -> each.matches(".*/\\w[^/]*\\.class")
                    && !OTHERS.matcher(each).matches()).toList()) {
                    CLASSES.add(type(file.replace(".class", "").replace('/', '.'), loader));
                }
            }
        }
        assertTrue(CLASSES.size() > 1000, () -> CLASSES.size() + " classes");
    }

    private static Class<?> type(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Test
    void onlyPackageMpiHasStaticVariablesThatChange() throws Exception {
        Set<String> changing = new TreeSet<>();
        for (Class<?> type : CLASSES) {
            for (Field field : type.getDeclaredFields()) {
                if (changes(field) && !CONSTANTS.contains(field.getType().getSimpleName())) {
                    changing.add(type.getName() + "." + field.getName());
                }
            }
        }
        assertEquals(new TreeSet<>(EXCEPTIONS.keySet()), changing);
    }

    /** The file of a class writes into none of its static arrays, except where it initializes them. */
    @Test
    void staticArraysHoldConstants() throws IOException {
        Map<String, List<String>> arrays = CLASSES.stream().flatMap(type -> Stream.of(type.getDeclaredFields()))
            .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType().isArray()
                && !field.isSynthetic())
            .collect(Collectors.groupingBy(field -> field.getDeclaringClass().getName().replace('.', '/')
                .replaceAll("\\$.*", ""), Collectors.mapping(Field::getName, Collectors.toList())));
        assertTrue(arrays.size() > 20, arrays::toString);
        List<String> written = new ArrayList<>();
        for (Path file : sources()) {
            String path = file.toString().replace(".java", "");
            String owner = path.substring(path.lastIndexOf("/java/") + "/java/".length());
            String source = INITIALIZER.matcher(Files.readString(file)).replaceAll("");
            for (String name : arrays.getOrDefault(owner, List.of())) {
                Pattern write = Pattern.compile("\\b" + name + "\\[[^;={]*\\] ?([-+*/|&^]?=(?!=)|\\+\\+|--)");
                if (write.matcher(source).find()) {
                    written.add(owner + "." + name);
                }
            }
        }
        assertEquals(List.of(), written);
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path parent : List.of(HOME, HOME.resolve("transports"))) {
            try (DirectoryStream<Path> modules = Files.newDirectoryStream(parent)) {
                for (Path module : modules) {
                    Path root = module.resolve("src/main/java");
                    if (Files.isDirectory(root)) {
                        try (Stream<Path> files = Files.walk(root)) {
                            files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                        }
                    }
                }
            }
        }
        return sources;
    }

    /** Whether a field is a static variable that changes. */
    private static boolean changes(Field field) throws ReflectiveOperationException {
        if (!Modifier.isStatic(field.getModifiers()) || field.isSynthetic()) {
            return false;
        }
        if (!Modifier.isFinal(field.getModifiers())) {
            return true;
        }
        if (!mayChange(field.getType(), new HashSet<>())) {
            return false;
        }
        if (!Collection.class.isAssignableFrom(field.getType()) && !Map.class.isAssignableFrom(field.getType())
            && field.getType() != ByteBuffer.class) {
            return true;
        }
        field.setAccessible(true);
        Object value = field.get(null);
        return value instanceof ByteBuffer buffer ? buffer.capacity() > 0
            : !UNCHANGEABLE.matcher(value.getClass().getName()).matches();
    }

    /** Whether objects of a class may change, as far as the types of their fields say. */
    private static boolean mayChange(Class<?> type, Set<Class<?>> seen) {
        if (!OF_LIBRARY.matcher(type.getName()).matches()) {
            return CHANGING.matcher(type.getName()).matches();
        }
        if (!seen.add(type)) {
            return false;
        }
        for (Class<?> each = type; each != null && OF_LIBRARY.matcher(each.getName()).matches();
             each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                // Which collections the fields have cannot be seen here.
                if (!Modifier.isStatic(field.getModifiers()) && (!Modifier.isFinal(field.getModifiers())
                    || !field.getType().isInterface() && mayChange(field.getType(), seen))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static final class Examples {
        private static int counted;
        private static final List<String> NAMES = new ArrayList<>();
        private static final AtomicInteger NUMBER = new AtomicInteger();
        private static final AtomicReference<String> LAST = new AtomicReference<>();
        private static final List<String> CONSTANT = List.of("a");
        private static final String TEXT = "a";
    }

    @Test
    void variablesThatChangeAreRecognized() throws Exception {
        List<String> changing = new ArrayList<>();
        for (Field field : Examples.class.getDeclaredFields()) {
            if (changes(field)) {
                changing.add(field.getName());
            }
        }
        assertEquals(Set.of("counted", "NAMES", "NUMBER", "LAST"), Set.copyOf(changing));
    }

    @Test
    void documentsNameTheExceptions() throws IOException {
        for (String document : List.of("CONTRIBUTING.md", "docs/architecture.md")) {
            String text = Files.readString(HOME.resolve(document));
            assertEquals(List.of(), Stream.concat(EXCEPTIONS.values().stream(), CONSTANTS.stream()).distinct()
                .filter(name -> !text.contains("`" + name + "`")).toList(), document);
        }
    }
}
