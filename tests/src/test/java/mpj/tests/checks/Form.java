package mpj.tests.checks;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import mpi.Comm;
import mpi.Prequest;
import mpi.Request;

/** The forms of a collective. All forms take the same arguments. */
enum Form {
    BLOCKING("", ""), NONBLOCKING("I", ""), PERSISTENT("", "_init");

    private final String prefix;
    private final String suffix;

    Form(String prefix, String suffix) {
        this.prefix = prefix;
        this.suffix = suffix;
    }

    /**
     * Calls a collective, and throws the exception that the collective throws.
     *
     * @param collective the name of the blocking form
     * @return null, the request under way, or the inactive persistent request
     */
    Request begin(Comm comm, String collective, Object... arguments) throws Throwable {
        String name = prefix + (prefix.isEmpty() ? collective
            : Character.toLowerCase(collective.charAt(0)) + collective.substring(1)) + suffix;
        try {
            return (Request) Arrays.stream(comm.getClass().getMethods())
                .filter(method -> method.getName().equals(name) && method.getParameterCount() == arguments.length)
                .findFirst().orElseThrow(() -> new NoSuchMethodError(name)).invoke(comm, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Calls a collective and completes it. */
    void call(Comm comm, String collective, Object... arguments) throws Throwable {
        Request request = begin(comm, collective, arguments);
        if (request instanceof Prequest persistent) {
            persistent.Start();
        }
        if (request != null) {
            request.Wait();
        }
        if (request instanceof Prequest persistent) {
            persistent.Free();
        }
    }
}
