package mpj.tests.openmpi.checks;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import mpi.Comm;
import mpi.Request;

/** A form of a collective, and the buffers that it is called with. */
record Way(Memory memory, boolean blocking) {
    /** Every kind of buffer with the blocking form. With the non-blocking form, only the kinds that it takes. */
    static final List<Way> ALL = Stream.concat(Arrays.stream(Memory.values()).map(memory -> new Way(memory, true)),
        Arrays.stream(Memory.values()).filter(Memory::isDirect).map(memory -> new Way(memory, false))).toList();

    /** What a check does in each way. */
    interface Body {
        void run(Way way) throws Throwable;
    }

    /** Runs the check in every way. A failure names the way. */
    static void every(Body body) {
        for (Way way : ALL) {
            try {
                body.run(way);
            } catch (Throwable e) {
                throw new AssertionError(way + ": " + e, e);
            }
        }
    }

    /** A buffer with these values. */
    Object of(int... values) {
        return memory.of(values);
    }

    /** A buffer of this many values. */
    Object room(int length) {
        return memory.room(length);
    }

    /**
     * Calls a collective and completes it.
     *
     * @param name the name of the blocking form
     */
    void call(Comm comm, String name, Object... arguments) throws Throwable {
        Request request = begin(comm, name, arguments);
        if (request != null) {
            request.waitFor();
        }
    }

    /**
     * Calls a collective, and throws the exception that it throws. Returns the request, unless this is the blocking
     * form.
     */
    Request begin(Comm comm, String name, Object... arguments) throws Throwable {
        String called = blocking ? name : "i" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
        List<Method> methods = new ArrayList<>();
        for (Method method : comm.getClass().getMethods()) {
            if (method.getName().equals(called) && takes(method.getParameterTypes(), arguments)) {
                methods.add(method);
            }
        }
        if (methods.size() != 1) {
            throw new NoSuchMethodError(called + " of " + Arrays.toString(arguments) + ": " + methods);
        }
        try {
            return (Request) methods.getFirst().invoke(comm, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private boolean takes(Class<?>[] types, Object[] arguments) {
        boolean all = types.length == arguments.length;
        for (int i = 0; all && i < types.length; i++) {
            all = types[i] == int.class ? arguments[i] instanceof Integer
                : arguments[i] != null ? types[i].isInstance(arguments[i])
                : types[i] != (memory.isSegment() ? Buffer.class : MemorySegment.class);
        }
        return all;
    }
}
