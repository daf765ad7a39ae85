package mpj.runtime.host;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import mpj.bindings.Linux;
import mpj.runtime.host.EitherApi.Buffer;
import mpj.runtime.host.EitherApi.Reduced;

/**
 * Makes the calls that many programs make once or twice, so that an archive has their classes and call sites. Without
 * them, a program's first Allreduce takes tens of milliseconds. One call is too few for a profile, so only
 * {@link RoundTrips} decides what is compiled.
 */
final class FirstCalls {
    /** Numbers of elements for three kinds of messages: in one cell, copied by other means, and in several parts. */
    private static final int[] COUNTS = {1, 1024, 1 << 18};
    private static final int TAG = 1;
    /** Linking these classes also takes long. A program links them when it has sent or waited for some time. */
    private static final List<String> LINKED = List.of("mpj.bindings.CMemcpy", "mpj.transport.shm.Futex");

    private final EitherApi api;
    private final int next;
    private final int previous;

    private FirstCalls(EitherApi api) {
        this.api = api;
        next = (api.rank() + 1) % api.size();
        previous = (api.rank() + api.size() - 1) % api.size();
    }

    /** Runs in every rank. */
    static void run(EitherApi api) throws ReflectiveOperationException {
        FirstCalls calls = new FirstCalls(api);
        for (Object one : List.of(new double[1], new int[1], new byte[1])) {
            calls.send(one.getClass().getComponentType());
        }
        calls.sendAtOnce();
        calls.sendOtherTypes();
        calls.collectives();
        calls.grid();
        if (Linux.hasBindings()) {
            for (String name : LINKED) {
                link(name);
            }
        }
    }

    /** Links a class by initializing it. */
    private static void link(String name) {
        try {
            Class.forName(name);
        } catch (ClassNotFoundException e) {
            // The library is here without that transport.
        }
    }

    private Buffer buffer(Class<?> element, Object... counts) throws ReflectiveOperationException {
        int length = counts[0] instanceof Integer count ? count * api.size() : api.size();
        Object type = api.constant(element.getName().toUpperCase(Locale.ROOT));
        return new Buffer(Array.newInstance(element, length), type, counts);
    }

    private void send(Class<?> element) throws ReflectiveOperationException {
        for (int count : COUNTS) {
            exchange(buffer(element, count), buffer(element, count));
        }
    }

    /** Open MPI's API takes no arrays here. */
    private void sendAtOnce() throws ReflectiveOperationException {
        Object type = api.constant("BYTE");
        for (int count : COUNTS) {
            Object received = api.isMpiJava() ? new byte[count] : ByteBuffer.allocateDirect(count);
            Object sent = api.isMpiJava() ? new byte[count] : ByteBuffer.allocateDirect(count);
            Object receive = world("Irecv", new Buffer(received, type, count), previous, TAG);
            Object send = world("Isend", new Buffer(sent, type, count), next, TAG);
            api.call(send, api.isMpiJava() ? "Wait" : "waitFor");
            api.call(receive, api.isMpiJava() ? "Wait" : "waitFor");
        }
    }

    /** Sends a derived type, and objects where the API has them. */
    private void sendOtherTypes() throws ReflectiveOperationException {
        Object type = api.constant("DOUBLE");
        Object vector = api.callStatic(type.getClass(), api.isMpiJava() ? "Vector" : "createVector", 2, 1, 2, type);
        api.call(vector, "Commit");
        exchange(new Buffer(new double[4], vector, 1), new Buffer(new double[4], vector, 1));
        if (api.isMpiJava()) {
            Object object = api.constant("OBJECT");
            exchange(new Buffer(new Object[] {"text"}, object, 1), new Buffer(new Object[1], object, 1));
        }
    }

    private Object world(String name, Object... given) throws ReflectiveOperationException {
        return api.prepare(name, given).make();
    }

    private void exchange(Buffer sent, Buffer received) throws ReflectiveOperationException {
        world("Sendrecv", sent, next, TAG, received, previous, TAG);
    }

    private void collectives() throws ReflectiveOperationException {
        world("Barrier");
        Object sum = api.constant("SUM");
        for (int count : new int[] {1, COUNTS[1]}) {
            for (Class<?> element : List.of(int.class, double.class)) {
                Buffer sent = buffer(element, count);
                Buffer received = buffer(element, count);
                world("Bcast", sent, 0);
                world("Reduce", new Reduced(sent, received), sum, 0);
                world("Allreduce", new Reduced(sent, received), sum);
                world("Gather", sent, received, 0);
                world("Scatter", sent, received, 0);
                world("Allgather", sent, received);
                world("Alltoall", sent, received);
            }
        }
        int[] ones = new int[api.size()];
        Arrays.fill(ones, 1);
        int[] places = new int[api.size()];
        Arrays.setAll(places, i -> i);
        world("Alltoallv", buffer(int.class, ones, places), buffer(int.class, ones, places));
        world("Split", 0, api.rank());
    }

    /** Makes a grid of ranks, and frees it. */
    private void grid() throws ReflectiveOperationException {
        Object grid = world(api.isMpiJava() ? "Create_cart" : "createCart", new int[] {api.size()},
            new boolean[] {true}, false);
        api.call(grid, "Shift", 0, 1);
        api.call(grid, "Free");
    }
}
