package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Modifier;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks which packages and classes need which others, and which classes package mpi has. What a class needs is what
 * jdeps finds in its file. A package also needs what its sources import, even if only a comment names that.
 */
class ArchitectureTest {
    private static final Path LIBRARY = Path.of(System.getProperty("tests.lib"));
    private static final Path HOME = LIBRARY.getParent().getParent();
    private static final Path BENCHMARKS = LIBRARY.resolveSibling("bench");
    private static final Path TYCHO = LIBRARY.resolveSibling("tycho");
    /** The jar for JUnit is built before these tests only if Maven builds all modules. */
    private static final Path JUNIT = LIBRARY.resolveSibling("junit");
    private static final ModuleFinder MODULES = ModuleFinder.of(LIBRARY, BENCHMARKS, TYCHO, JUNIT);
    /** The packages of programs, and those of the library that stand above an API. */
    private static final Pattern ABOVE_APIS = Pattern.compile("mpj\\.(bench|npb|apps|checkpoint)(\\..*)?");

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern IMPORT =
        Pattern.compile("(?m)^import (?:static )?((?:[a-z]\\w*\\.)*[a-z]\\w*)\\.[A-Z]");
    private static final Pattern OF_MPI = Pattern.compile("(mpi|mpj|mpjbuf)(\\..*)?");

    /** A reader can keep this many classes in mind at once. */
    private static final int LARGEST_CIRCLE = 5;

    private static final ClassGraph CLASSES = new ClassGraph();
    /** For each package of the library, the packages that it needs. */
    private static final Map<String, Set<String>> NEEDS = new TreeMap<>();

    @BeforeAll
    static void ask(@TempDir Path folder) throws IOException {
        for (ModuleReference module : MODULES.findAll()) {
            String name = module.descriptor().name();
            if (name.equals("mpj.junit")) {
                copyClasses(module, folder);
                CLASSES.add(jdeps(folder.toString()));
            } else if (name.equals("mpj") || name.startsWith("mpj.")) {
                CLASSES.add(jdeps("--multi-release", "base", "--module-path", LIBRARY + ":" + BENCHMARKS + ":" + TYCHO,
                    "-m", name));
            }
        }
        NEEDS.putAll(CLASSES.packages());
        assertTrue(NEEDS.size() > 40 && NEEDS.containsKey("mpi"), NEEDS.keySet()::toString);
        for (Path parent : List.of(HOME, HOME.resolve("transports"), HOME.resolve("bench"))) {
            try (DirectoryStream<Path> modules = Files.newDirectoryStream(parent)) {
                for (Path module : modules) {
                    addImports(module.resolve("src/main/java"));
                }
            }
        }
    }

    private static String jdeps(String... arguments) {
        StringWriter answer = new StringWriter();
        int exitCode = ToolProvider.findFirst("jdeps").orElseThrow().run(new PrintWriter(answer),
            new PrintWriter(answer), Stream.concat(Stream.of("-v", "--ignore-missing-deps"), Stream.of(arguments))
                .toArray(String[]::new));
        assertEquals(0, exitCode, answer::toString);
        return answer.toString();
    }

    /** Copies the classes alone, because jdeps would look for all modules that the module requires, such as JUnit. */
    private static void copyClasses(ModuleReference module, Path folder) throws IOException {
        try (ModuleReader reader = module.open()) {
            for (String name : reader.list().filter(file -> file.matches("mpj/.*\\.class")).toList()) {
                Path file = folder.resolve(name);
                Files.createDirectories(file.getParent());
                try (InputStream from = reader.open(name).orElseThrow()) {
                    Files.copy(from, file);
                }
            }
        }
    }

    private static void addImports(Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            return;
        }
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                String source = Files.readString(file);
                Matcher own = PACKAGE.matcher(source);
                if (own.find()) { // module-info.java has none
                    Set<String> needs = NEEDS.computeIfAbsent(own.group(1), _ -> new TreeSet<>());
                    IMPORT.matcher(source).results().map(found -> found.group(1))
                        .filter(name -> !name.equals(own.group(1))).forEach(needs::add);
                }
            }
        }
    }

    @Test
    void noPackageNeedsOneThatNeedsIt() {
        List<String> cycles = new ArrayList<>();
        for (String name : NEEDS.keySet()) {
            List<String> way = new ArrayList<>();
            if (leads(name, name, way, new HashSet<>())) {
                cycles.add(name + " -> " + String.join(" -> ", way));
            }
        }
        assertEquals(List.of(), cycles);
    }

    /** The classes of package mpi name each other because the APIs say so. */
    @Test
    void noCircleOfClassesWithinAPackageIsLarge() {
        List<String> packages = NEEDS.keySet().stream().filter(name -> !name.equals("mpi")).toList();
        assertTrue(packages.size() > 40 && packages.containsAll(List.of("mpjbuf", "tycho.link")), packages::toString);
        List<Set<String>> large = packages.stream().flatMap(name -> CLASSES.circles(name).stream())
            .filter(circle -> circle.size() > LARGEST_CIRCLE).toList();
        assertEquals(List.of(), large);
    }

    /**
     * Whether a package needs another, perhaps through other packages. If so, {@code way} gets the packages in between.
     */
    private static boolean leads(String from, String to, List<String> way, Set<String> seen) {
        for (String next : NEEDS.getOrDefault(from, Set.of())) {
            if (next.equals(to)) {
                way.add(next);
                return true;
            }
            if (seen.add(next)) {
                way.add(next);
                if (leads(next, to, way, seen)) {
                    return true;
                }
                way.removeLast();
            }
        }
        return false;
    }

    /** All classes below the API belong to core. */
    @Test
    void packageMpiHoldsOnlyClassesThatProgramsUse() throws Exception {
        List<String> hidden = new ArrayList<>();
        for (String name : topLevelClasses("mpj")) {
            if (!Modifier.isPublic(Class.forName(name, false, ArchitectureTest.class.getClassLoader())
                .getModifiers())) {
                hidden.add(name);
            }
        }
        assertEquals(List.of(), hidden);
    }

    private static List<String> topLevelClasses(String module) throws IOException {
        try (ModuleReader reader = MODULES.find(module).orElseThrow().open()) {
            List<String> names = reader.list().filter(file -> file.matches("mpi/[A-Za-z_]+\\.class"))
                .map(file -> file.replace(".class", "").replace('/', '.')).toList();
            assertTrue(names.contains("mpi.Comm") && names.size() > 10, names::toString);
            return names;
        }
    }

    /** Tycho stands beside MPI: neither uses the other. One package of Tycho makes payloads of message buffers. */
    @Test
    void tychoAndMpiDoNotNeedEachOther() {
        assertTrue(NEEDS.keySet().stream().filter(ArchitectureTest::isOfTycho).count() > 5, NEEDS.keySet()::toString);
        NEEDS.forEach((name, needs) -> needs.forEach(need -> assertTrue(isOfTycho(name)
            ? !OF_MPI.matcher(need).matches() || name.equals("tycho.buffers") && need.equals("mpjbuf")
            : !isOfTycho(need), name + " needs " + need)));
    }

    private static boolean isOfTycho(String name) {
        return name.equals("tycho") || name.startsWith("tycho.");
    }

    /**
     * Packages below do not know the packages above them: the API is on top, and the transports know only their own
     * packages.
     */
    @Test
    void nothingBelowNeedsAnApi() {
        for (Map.Entry<String, Set<String>> each : NEEDS.entrySet()) {
            String name = each.getKey();
            assertTrue(!each.getValue().contains("mpi") || ABOVE_APIS.matcher(name).matches(),
                name + " needs package mpi");
            assertTrue(!name.startsWith("mpj.transport.") || each.getValue().stream()
                .noneMatch(need -> need.startsWith("mpj.core") || need.startsWith("mpj.engine")), name
                + " is a transport and needs what is above it");
        }
    }
}
