package mpj.runtime.threads;

import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * What all ranks have in common: the JDK, and this library but for package {@code mpi}. No class of the library outside
 * that package has static state of its own, so ranks may share them; then they are loaded and compiled once. The parent
 * of every {@link RankLoader}.
 */
final class SharedClasses extends ClassLoader {
    private static final List<String> PACKAGES = List.of("mpj.core.", "mpj.engine.", "mpj.collectives.", "mpj.runtime.",
        "mpj.launch.", "mpj.transport.", "mpj.bindings.", "mpj.settings.", "mpj.events.", "mpj.tools.", "mpj.watch.",
        "mpjbuf.");

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader library;

    /** @param library has the class path */
    SharedClasses(ClassLoader library) {
        super("mpj-shared", ClassLoader.getPlatformClassLoader());
        this.library = library;
    }

    /** Called for what the JDK does not have. */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        for (String shared : PACKAGES) {
            if (name.startsWith(shared)) {
                return library.loadClass(name);
            }
        }
        throw new ClassNotFoundException(name);
    }

    /** Every resource of the class path is found by the ranks' own loaders. */
    @Override
    protected URL findResource(String name) {
        return null;
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        return Collections.emptyEnumeration();
    }
}
