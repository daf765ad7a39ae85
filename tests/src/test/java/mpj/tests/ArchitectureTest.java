package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which packages and classes need which, by jdeps, and what package mpi holds. */
class ArchitectureTest {
    private static final Path LIBRARY = Path.of(System.getProperty("tests.lib"));
    private static final Path BENCHMARKS = LIBRARY.resolveSibling("bench");
    private static final ModuleFinder MODULES = ModuleFinder.of(LIBRARY, BENCHMARKS);
    /** They are programs. */
    private static final Pattern OF_BENCHMARKS = Pattern.compile("mpj\\.(bench|npb|apps)(\\..*)?");

    /** Packages, and those below them, that are held to small circles of classes. */
    private static final List<String> IN_SMALL_CIRCLES = List.of("mpj.core", "mpj.engine", "mpj.launch",
        "mpj.runtime");
    /** Of so many classes one can still be read with all the others in mind. */
    private static final int LARGEST_CIRCLE = 5;

    private static final ClassGraph CLASSES = new ClassGraph();
    /** For each package of the library those that it needs. */
    private static final Map<String, Set<String>> NEEDS = new TreeMap<>();

    @BeforeAll
    static void ask() {
        ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
        for (ModuleReference module : MODULES.findAll()) {
            String name = module.descriptor().name();
            if (name.equals("mpj") || name.startsWith("mpj.")) {
                StringWriter answer = new StringWriter();
                int exitCode = jdeps.run(new PrintWriter(answer), new PrintWriter(answer), "-v",
                    "--ignore-missing-deps", "--multi-release", "base", "--module-path", LIBRARY + ":" + BENCHMARKS,
                    "-m", name);
                assertEquals(0, exitCode, answer::toString);
                CLASSES.add(answer.toString());
            }
        }
        NEEDS.putAll(CLASSES.packages());
        assertTrue(NEEDS.size() > 40 && NEEDS.containsKey("mpi"), NEEDS.keySet()::toString);
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

    @Test
    void noCircleOfClassesWithinAPackageIsLarge() {
        List<String> packages = NEEDS.keySet().stream().filter(name -> IN_SMALL_CIRCLES.stream()
            .anyMatch(held -> name.equals(held) || name.startsWith(held + "."))).toList();
        assertTrue(packages.size() > 10, packages::toString);
        List<Set<String>> large = packages.stream().flatMap(name -> CLASSES.circles(name).stream())
            .filter(circle -> circle.size() > LARGEST_CIRCLE).toList();
        assertEquals(List.of(), large);
    }

    /** Whether a package needs another, perhaps through others, which are then the way. */
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

    /** What is below the API is in core. */
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

    /** Those below do not know those above: the API is on top, the transports know of none but their own. */
    @Test
    void nothingBelowNeedsAnApi() {
        for (Map.Entry<String, Set<String>> each : NEEDS.entrySet()) {
            String name = each.getKey();
            assertTrue(!each.getValue().contains("mpi") || OF_BENCHMARKS.matcher(name).matches(),
                name + " needs package mpi");
            assertTrue(!name.startsWith("mpj.transport.") || each.getValue().stream()
                .noneMatch(need -> need.startsWith("mpj.core") || need.startsWith("mpj.engine")), name
                + " is a transport and needs what is above it");
        }
    }
}
