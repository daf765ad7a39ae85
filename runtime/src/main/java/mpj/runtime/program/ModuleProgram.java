package mpj.runtime.program;

import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.UsageException;

/** A program that is a class of a module, which the user names MODULE/CLASS as with {@code java -m}. */
public final class ModuleProgram {
    private static final String LIBRARY = "mpj";
    /** The characters of a module's name. The name of a folder may have others, or be empty. */
    private static final String NAME = "[\\p{L}_$][\\p{L}\\p{N}_$.]*";

    private final ModuleFinder finder;
    private final ModuleDescriptor module;
    private final String mainClass;

    private ModuleProgram(ModuleFinder finder, ModuleDescriptor module, String mainClass) {
        this.finder = finder;
        this.module = module;
        this.mainClass = mainClass;
    }

    /** Returns the word that stands for the program on the command line. It has a slash, which no class name has. */
    public static String word(String given) {
        return given.contains("/") ? given : given + "/";
    }

    /** Whether a word of the command line names a module's class; the word is not the name of a file. */
    public static boolean isNamedBy(String word) {
        return word.contains("/") && !word.endsWith(".java") && !word.endsWith(".jar");
    }

    /**
     * Finds a program.
     *
     * @param word MODULE/CLASS, or MODULE/ where the module names its main class
     * @param path folders and jars
     * @throws UsageException when there is no such module, it names no main class, or the path cannot be read
     */
    public static ModuleProgram find(String word, List<String> path) {
        String[] parts = word.split("/", 2);
        if (!parts[0].matches(NAME)) {
            throw new UsageException(word + ": this is neither a .java nor a .jar file; name a class as in -cp FOLDER"
                + " package.Class");
        }
        String where = "-m " + parts[0] + ": ";
        ModuleFinder finder = ModuleFinder.of(path.stream().map(Path::of).toArray(Path[]::new));
        try {
            ModuleDescriptor module = finder.find(parts[0]).map(ModuleReference::descriptor).orElseThrow(() ->
                new UsageException(where + "there is no such module; the module path is " + String.join(":", path)));
            checkVersions(finder, LibraryFiles.version());
            if (parts[1].isEmpty() && module.mainClass().isEmpty()) {
                throw new UsageException(where + "the module names no main class; name it with -m " + parts[0]
                    + "/CLASS");
            }
            return new ModuleProgram(finder, module, parts[1].isEmpty() ? module.mainClass().get() : parts[1]);
        } catch (FindException e) {
            throw new UsageException(where + "the module path cannot be used: " + e.getMessage());
        }
    }

    private static void checkVersions(ModuleFinder finder, String version) {
        for (ModuleReference each : finder.findAll()) {
            String name = each.descriptor().name();
            String other = each.descriptor().rawVersion().orElse(version);
            if ((name.equals(LIBRARY) || name.startsWith(LIBRARY + ".")) && !each.descriptor().isAutomatic()
                && !other.equals(version)) {
                throw new UsageException("the module path has module " + name + " of version " + other + ", and this"
                    + " mpjrun is of version " + version + "; leave it out, since mpjrun brings the library, or take"
                    + " the mpjrun of " + other);
            }
        }
    }

    /** MODULE/CLASS. */
    public String mainClass() {
        return module.name() + "/" + mainClass;
    }

    /**
     * The API whose module the program's module requires, directly or through other modules of its path. If there is
     * none, mpiJava's.
     */
    public Api api() {
        Queue<ModuleDescriptor> next = new ArrayDeque<>(List.of(module));
        Set<String> seen = new HashSet<>();
        while (!next.isEmpty()) {
            for (ModuleDescriptor.Requires requires : next.remove().requires()) {
                for (Api api : Api.values()) {
                    if (api.module().equals(requires.name())) {
                        return api;
                    }
                }
                if (seen.add(requires.name())) {
                    finder.find(requires.name()).ifPresent(found -> next.add(found.descriptor()));
                }
            }
        }
        return Api.MPIJAVA;
    }
}
