package mpj.runtime.host;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import mpj.bindings.Linux;

/**
 * What many programs call, once or twice each, so that an archive has the classes and call sites of it: without them a
 * program's first Allreduce takes tens of milliseconds. Once is too seldom for a profile, so {@link RoundTrips} alone
 * says what gets compiled.
 *
 * <p>Methods are found by their names, as the APIs are above this module. Names and arguments are mpiJava's. Open MPI's
 * API writes names in other cases, and has no offsets.
 */
final class FirstCalls {
    /** Elements: a message in one cell, one copied by other means, one in several parts, each of its own kind. */
    private static final int[] COUNTS = {1, 1024, 1 << 18};
    private static final int TAG = 1;
    /** Linking these takes long as well. A program that has sent or waited for some time does it. */
    private static final List<String> LINKED = List.of("mpj.bindings.CMemcpy", "mpj.transport.shm.Futex");

    private final Class<?> mpi;
    private final Object world;
    private final boolean isMpiJava;
    private final int rank;
    private final int size;
    private final int next;
    private final int previous;

    private FirstCalls(Class<?> mpi, Object world) throws ReflectiveOperationException {
        this.mpi = mpi;
        this.world = world;
        isMpiJava = Arrays.stream(world.getClass().getMethods()).anyMatch(method -> method.getName().equals("Rank"));
        rank = (Integer) call(world, isMpiJava ? "Rank" : "getRank");
        size = (Integer) call(world, isMpiJava ? "Size" : "getSize");
        next = (rank + 1) % size;
        previous = (rank + size - 1) % size;
    }

    /** Memory and how many elements of it are meant, of each rank or one number for all. */
    private record Buffer(Object memory, Object type, Object... counts) {
        List<Object> arguments(boolean hasOffset) {
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

    /** Runs in every rank. */
    static void run(Class<?> mpi, Object world) throws ReflectiveOperationException {
        FirstCalls calls = new FirstCalls(mpi, world);
        for (Object one : List.of(new double[1], new int[1], new byte[1])) {
            calls.send(one.getClass().getComponentType());
        }
        calls.sendAtOnce();
        calls.sendOtherTypes();
        calls.collectives();
        if (Linux.hasBindings()) {
            for (String name : LINKED) {
                link(name);
            }
        }
    }

    /** Initializing the class does it. */
    private static void link(String name) {
        try {
            Class.forName(name);
        } catch (ClassNotFoundException e) {
            // The library is here without that transport.
        }
    }

    private Buffer buffer(Class<?> element, Object... counts) throws ReflectiveOperationException {
        int length = counts[0] instanceof Integer count ? count * size : size;
        Object type = constant(element.getName().toUpperCase(Locale.ROOT));
        return new Buffer(Array.newInstance(element, length), type, counts);
    }

    private Object constant(String name) throws ReflectiveOperationException {
        return mpi.getField(name).get(null);
    }

    private void send(Class<?> element) throws ReflectiveOperationException {
        for (int count : COUNTS) {
            exchange(buffer(element, count), buffer(element, count));
        }
    }

    /** Open MPI's API takes no arrays here. */
    private void sendAtOnce() throws ReflectiveOperationException {
        Object type = constant("BYTE");
        for (int count : COUNTS) {
            Object received = isMpiJava ? new byte[count] : ByteBuffer.allocateDirect(count);
            Object sent = isMpiJava ? new byte[count] : ByteBuffer.allocateDirect(count);
            Object receive = call(world, "Irecv", new Buffer(received, type, count), previous, TAG);
            Object send = call(world, "Isend", new Buffer(sent, type, count), next, TAG);
            call(send, isMpiJava ? "Wait" : "waitFor");
            call(receive, isMpiJava ? "Wait" : "waitFor");
        }
    }

    /** A derived type, and objects where the API has them. */
    private void sendOtherTypes() throws ReflectiveOperationException {
        Object type = constant("DOUBLE");
        Object vector = invoke(type.getClass(), null, isMpiJava ? "Vector" : "createVector", 2, 1, 2, type);
        call(vector, "Commit");
        exchange(new Buffer(new double[4], vector, 1), new Buffer(new double[4], vector, 1));
        if (isMpiJava) {
            Object object = constant("OBJECT");
            exchange(new Buffer(new Object[] {"text"}, object, 1), new Buffer(new Object[1], object, 1));
        }
    }

    private void exchange(Buffer sent, Buffer received) throws ReflectiveOperationException {
        call(world, "Sendrecv", sent, next, TAG, received, previous, TAG);
    }

    private void collectives() throws ReflectiveOperationException {
        call(world, "Barrier");
        Object sum = constant("SUM");
        for (int count : new int[] {1, COUNTS[1]}) {
            for (Class<?> element : List.of(int.class, double.class)) {
                Buffer sent = buffer(element, count);
                Buffer received = buffer(element, count);
                call(world, "Bcast", sent, 0);
                call(world, "Reduce", new Reduced(sent, received), sum, 0);
                call(world, "Allreduce", new Reduced(sent, received), sum);
                call(world, "Gather", sent, received, 0);
                call(world, "Scatter", sent, received, 0);
                call(world, "Allgather", sent, received);
                call(world, "Alltoall", sent, received);
            }
        }
        int[] ones = new int[size];
        Arrays.fill(ones, 1);
        int[] places = new int[size];
        Arrays.setAll(places, i -> i);
        call(world, "Alltoallv", buffer(int.class, ones, places), buffer(int.class, ones, places));
        call(world, "Split", 0, rank);
    }

    /** Two buffers of one count and type. */
    private record Reduced(Buffer sent, Buffer received) {
        List<Object> arguments(boolean hasOffset) {
            List<Object> arguments = new ArrayList<>(List.of(sent.memory()));
            if (hasOffset) {
                arguments.add(0);
            }
            arguments.addAll(received.arguments(hasOffset));
            return arguments;
        }
    }

    private Object call(Object target, String name, Object... given) throws ReflectiveOperationException {
        return invoke(target.getClass(), target, name, given);
    }

    private Object invoke(Class<?> type, Object target, String name, Object... given)
        throws ReflectiveOperationException {
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
                return method.invoke(target, arguments.toArray());
            }
        }
        throw new NoSuchMethodException(type.getName() + "." + name + " of " + arguments.size());
    }

    private static boolean takes(Method method, List<Object> arguments) {
        Class<?>[] types = method.getParameterTypes();
        boolean takes = types.length == arguments.size();
        for (int i = 0; takes && i < types.length; i++) {
            takes = types[i] == int.class ? arguments.get(i) instanceof Integer : types[i].isInstance(arguments.get(i));
        }
        return takes;
    }
}
