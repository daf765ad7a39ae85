package mpj.runtime.threads;

import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * The classes that all ranks share: the JDK, and this library except package {@code mpi}. Outside of that package, no
 * class of the library has static state that belongs to a rank. So ranks may share these classes, which are then loaded
 * and compiled once. This loader is the parent of every {@link RankLoader}.
 */
final class SharedClasses extends ClassLoader {
    private static final List<String> PACKAGES = List.of("mpj.core.", "mpj.engine.", "mpj.collectives.", "mpj.runtime.",
        "mpj.launch.", "mpj.transport.", "mpj.bindings.", "mpj.settings.", "mpj.events.", "mpj.tools.", "mpj.watch.",
        "mpjbuf.");

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader library;

    /** @param library the loader that has the class path */
    SharedClasses(ClassLoader library) {
        super("mpj-shared", ClassLoader.getPlatformClassLoader());
        this.library = library;
    }

    /** Called for classes that the JDK does not have. */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        for (String shared : PACKAGES) {
            if (name.startsWith(shared)) {
                return library.loadClass(name);
            }
        }
        throw new ClassNotFoundException(name);
    }

    /** Finds nothing: the ranks' own loaders find every resource of the class path. */
    @Override
    protected URL findResource(String name) {
        return null;
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        return Collections.emptyEnumeration();
    }
}
