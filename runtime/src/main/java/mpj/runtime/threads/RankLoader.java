package mpj.runtime.threads;

import java.net.URL;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.ThreadIdentity;

/**
 * The class loader of one rank. It loads the program and package {@code mpi} separately for each rank, so that each
 * rank has its own static variables.
 */
final class RankLoader extends ProgramLoader implements ThreadIdentity {
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
        return isOfLibrary(name) ? findUnchanged(name) : findProgramClass(name);
    }

    /**
     * Whether the class is the library's. The package name does not decide that, because programs have classes in the
     * same packages.
     */
    private boolean isOfLibrary(String name) {
        if (!name.startsWith(LIBRARY)) {
            return false;
        }
        String path = name.replace('.', '/') + ".class";
        URL own = file(IN_LIBRARY);
        URL file = file(path);
        return own != null && file != null && file.toString().equals(own.toString().replace(IN_LIBRARY, path));
    }
}
