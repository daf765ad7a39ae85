package mpj.runtime.threads;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.cert.Certificate;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.ThreadIdentity;

/**
 * The class loader of one rank. It loads the program and package {@code mpi} separately for each rank, so that each
 * rank has its own static variables. It also redirects the program's calls that end the JVM to {@link RankExit}.
 */
final class RankLoader extends URLClassLoader implements ThreadIdentity {
    private static final String LIBRARY = "mpi.";
    private static final String IN_LIBRARY = "mpi/MPI.class";

    static {
        registerAsParallelCapable();
    }

    private final RankThread rank;

    RankLoader(RankThread rank, URL[] classPath, ClassLoader shared) {
        super("rank-" + rank.job().rank(), classPath, shared);
        this.rank = rank;
    }

    RankThread rank() {
        return rank;
    }

    @Override
    public JobEnvironment job() {
        return rank.job();
    }

    @Override
    public int processSize() {
        return rank.processSize();
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/') + ".class";
        if (!name.startsWith(LIBRARY) || !isOfLibrary(path)) {
            byte[] redirected = ExitCalls.redirect(bytes(path));
            if (redirected != null) {
                return defineClass(name, redirected, 0, redirected.length, source(path));
            }
        }
        return super.findClass(name);
    }

    /**
     * Whether the class is the library's. The package name does not decide that, because programs have classes in the
     * same packages.
     */
    private boolean isOfLibrary(String path) {
        URL own = findResource(IN_LIBRARY);
        URL file = findResource(path);
        return own != null && file != null && file.toString().equals(own.toString().replace(IN_LIBRARY, path));
    }

    /** Returns an empty array when there is no such class; the superclass then reports it. */
    private byte[] bytes(String path) throws ClassNotFoundException {
        try (InputStream in = getResourceAsStream(path)) {
            return in == null ? new byte[0] : in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(path + " cannot be read", e);
        }
    }

    /** The jar or folder of a class. Signers are left out for a class that was changed. */
    private CodeSource source(String path) {
        URL own = findResource(path);
        for (URL entry : getURLs()) {
            if (own.toString().contains(entry.toString())) {
                return new CodeSource(entry, (Certificate[]) null);
            }
        }
        return null;
    }
}
