package mpj.junit;

import java.lang.reflect.InvocationTargetException;

/**
 * Class {@code mpi.MPI} of the API that is on the class path. All APIs have Init, Finalize and COMM_WORLD. The test has
 * one API, and this module is compiled without any.
 *
 * @param type the class
 */
record AnyApi(Class<?> type) {
    private static final String NAME = "mpi.MPI";

    static boolean isIn(ClassLoader loader) {
        try {
            Class.forName(NAME, false, loader);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    static AnyApi of(ClassLoader loader) throws ClassNotFoundException {
        return new AnyApi(Class.forName(NAME, true, loader));
    }

    void init() throws Exception {
        call("Init", new Class<?>[] {String[].class}, (Object) new String[0]);
    }

    void finish() throws Exception {
        call("Finalize", new Class<?>[0]);
    }

    Object world() throws ReflectiveOperationException {
        return type.getField("COMM_WORLD").get(null);
    }

    /** The APIs differ only in the name of this method. */
    int rank() throws ReflectiveOperationException {
        Object world = world();
        try {
            return (int) world.getClass().getMethod("getRank").invoke(world);
        } catch (NoSuchMethodException e) {
            return (int) world.getClass().getMethod("Rank").invoke(world);
        }
    }

    private void call(String name, Class<?>[] parameters, Object... arguments) throws Exception {
        try {
            type.getMethod(name, parameters).invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
