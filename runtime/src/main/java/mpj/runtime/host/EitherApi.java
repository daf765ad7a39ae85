package mpj.runtime.host;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Calls the mpiJava API or the API of Open MPI, whichever the program has. The calls go by name, because both APIs are
 * in a layer above this module. Names and arguments are those of mpiJava; the API of Open MPI writes names in other
 * cases, and has no offsets.
 */
final class EitherApi {
    private final Class<?> mpi;
    private final Object world;
    private final boolean isMpiJava;
    private final int rank;
    private final int size;

    EitherApi(Class<?> mpi, Object world) throws ReflectiveOperationException {
        this.mpi = mpi;
        this.world = world;
        isMpiJava = Arrays.stream(world.getClass().getMethods()).anyMatch(method -> method.getName().equals("Rank"));
        rank = (Integer) call(world, isMpiJava ? "Rank" : "getRank");
        size = (Integer) call(world, isMpiJava ? "Size" : "getSize");
    }

    /** Memory and the number of elements in it: a number for each rank, or one number for all. */
    record Buffer(Object memory, Object type, Object... counts) {
        private List<Object> arguments(boolean hasOffset) {
            List<Object> arguments = new ArrayList<>();
            arguments.add(memory);
            if (hasOffset) {
                arguments.add(0);
            }
            arguments.addAll(List.of(counts));
            arguments.add(type);
            return arguments;
        }
    }

    /** Two buffers with the same count and type. */
    record Reduced(Buffer sent, Buffer received) {
        private List<Object> arguments(boolean hasOffset) {
            List<Object> arguments = new ArrayList<>(List.of(sent.memory()));
            if (hasOffset) {
                arguments.add(0);
            }
            arguments.addAll(received.arguments(hasOffset));
            return arguments;
        }
    }

    /** A call that can be made many times. */
    record Call(Object target, Method method, Object[] arguments) {
        Object make() throws ReflectiveOperationException {
            return method.invoke(target, arguments);
        }
    }

    boolean isMpiJava() {
        return isMpiJava;
    }

    int rank() {
        return rank;
    }

    int size() {
        return size;
    }

    /** A constant of class MPI. */
    Object constant(String name) throws ReflectiveOperationException {
        return mpi.getField(name).get(null);
    }

    /** Calls a method of an object. */
    Object call(Object target, String name, Object... given) throws ReflectiveOperationException {
        return prepare(target.getClass(), target, name, given).make();
    }

    /** Calls a static method. */
    Object callStatic(Class<?> type, String name, Object... given) throws ReflectiveOperationException {
        return prepare(type, null, name, given).make();
    }

    /** Prepares a call on the communicator of the world. */
    Call prepare(String name, Object... given) throws NoSuchMethodException {
        return prepare(world.getClass(), world, name, given);
    }

    private Call prepare(Class<?> type, Object target, String name, Object... given) throws NoSuchMethodException {
        List<Object> arguments = new ArrayList<>();
        for (Object each : given) {
            if (each instanceof Buffer buffer) {
                arguments.addAll(buffer.arguments(isMpiJava));
            } else if (each instanceof Reduced buffers) {
                arguments.addAll(buffers.arguments(isMpiJava));
            } else {
                arguments.add(each);
            }
        }
        for (Method method : type.getMethods()) {
            if (method.getName().equalsIgnoreCase(name) && takes(method, arguments)) {
                return new Call(target, method, arguments.toArray());
            }
        }
        throw new NoSuchMethodException(type.getName() + "." + name + " of " + arguments.size());
    }

    private static boolean takes(Method method, List<Object> arguments) {
        Class<?>[] types = method.getParameterTypes();
        boolean takes = types.length == arguments.size();
        for (int i = 0; takes && i < types.length; i++) {
            takes = types[i] == int.class ? arguments.get(i) instanceof Integer
                : types[i] == boolean.class ? arguments.get(i) instanceof Boolean
                : types[i].isInstance(arguments.get(i));
        }
        return takes;
    }
}
