package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.module.ModuleFinder;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Two modules tell the program's lines in a stack from those of the library. They do not require each other, so each
 * has a list of the library's packages.
 */
class LibraryPackagesTest {
    private static final Path LIBRARY = Path.of(System.getProperty("tests.lib"));

    private static Set<String> prefixes(String type) throws ReflectiveOperationException {
        Field list = Class.forName(type).getDeclaredField("LIBRARY");
        list.setAccessible(true);
        return ((List<?>) list.get(null)).stream().map(String.class::cast)
            .collect(Collectors.toCollection(TreeSet::new));
    }

    /** No rank loads module mpj.trace. The lists do not have package mpi, because programs may have packages below. */
    @Test
    void listsHaveThePackagesOfAllJarsThatARankLoads() throws ReflectiveOperationException {
        Set<String> prefixes = prefixes("mpj.watch.CallSites");
        assertEquals(prefixes, prefixes("mpj.trace.ProgramLine"));
        Set<String> packages = ModuleFinder.of(LIBRARY).findAll().stream().map(module -> module.descriptor())
            .filter(module -> module.name().startsWith("mpj") && !module.name().equals("mpj.trace"))
            .flatMap(module -> module.packages().stream()).filter(name -> !name.equals("mpi"))
            .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(packages.size() > 40, packages::toString);
        assertEquals(List.of(), packages.stream()
            .filter(name -> prefixes.stream().noneMatch((name + ".")::startsWith)).toList());
        // Maven may build the modules of these tests alone, without mpj.checkpoint.
        assertEquals(List.of(), prefixes.stream()
            .filter(prefix -> prefix.startsWith("mpj") && !prefix.equals("mpj.checkpoint.")
                && packages.stream().noneMatch(name -> (name + ".").startsWith(prefix)))
            .toList(), "prefixes without packages");
    }
}
