package mpjbuf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

/** The dynamic buffer. */
final class ObjectsTest {

    @Test
    void secondReadGoesOnWhereTheFirstEnded() throws BufferException {
        Buffer buffer = written("one", "two", "three");
        buffer.getSectionHeader();
        Object[] first = new Object[1];
        String[] rest = new String[3];
        buffer.read(first, 0, 1);
        buffer.read(rest, 1, 2);
        assertEquals("one", first[0]);
        assertArrayEquals(new String[] {null, "two", "three"}, rest);
    }

    @Test
    void dynamicBufferIsOneStreamThatObjectInputStreamReads() throws Exception {
        Buffer buffer = new Buffer(64);
        buffer.putSectionHeader(Type.INT_DYNAMIC);
        assertNull(buffer.getDynamicBuffer());
        buffer.write(new int[] {1, 2}, 0, 2);
        buffer.putSectionHeader(Type.OBJECT);
        buffer.write(new Object[] {"text"}, 0, 1);
        buffer.putSectionHeader(Type.BOOLEAN_DYNAMIC);
        buffer.write(new boolean[] {true}, 0, 1);
        buffer.commit();
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(buffer.getDynamicBuffer()))) {
            assertEquals(1, in.readInt());
            assertEquals(2, in.readInt());
            assertEquals("text", in.readObject());
            assertEquals(true, in.readBoolean());
            assertEquals(-1, in.read());
        }
    }

    @Test
    void streamWrittenByObjectOutputStreamIsRead() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (int i = 0; i < 1000; i++) {
                out.writeDouble(i);
            }
            out.writeObject("end");
        }
        Buffer buffer = new Buffer(64);
        buffer.putSectionHeader(Type.DOUBLE_DYNAMIC);
        buffer.write(new double[1000], 0, 1000);
        buffer.putSectionHeader(Type.OBJECT);
        buffer.write(new Object[] {"other"}, 0, 1);
        buffer.commit();
        buffer.setDynamicBuffer(bytes.toByteArray());
        buffer.commit();
        buffer.getSectionHeader();
        double[] doubles = new double[1000];
        buffer.read(doubles, 0, 1000);
        assertArrayEquals(IntStream.range(0, 1000).asDoubleStream().toArray(), doubles);
        buffer.getSectionHeader();
        Object[] end = new Object[1];
        buffer.read(end, 0, 1);
        assertEquals("end", end[0]);
    }

    @Test
    void objectThatOccursTwiceIsOneObjectWhenRead() throws BufferException {
        List<String> twice = new ArrayList<>(List.of("member"));
        Buffer buffer = written(twice, twice);
        buffer.getSectionHeader();
        Object[] read = new Object[2];
        buffer.read(read, 0, 2);
        assertEquals(twice, read[0]);
        assertSame(read[0], read[1]);
    }

    @Test
    void objectThatIsNotSerializableFailsTheBufferUntilClear() throws BufferException {
        Buffer buffer = new Buffer(64);
        buffer.putSectionHeader(Type.OBJECT);
        DynamicBufferException failure = assertThrows(DynamicBufferException.class,
            () -> buffer.write(new Object[] {new Object()}, 0, 1));
        assertInstanceOf(NotSerializableException.class, failure.getCause());
        assertEquals(0, buffer.getSectionSize());
        assertThrows(DynamicBufferException.class, () -> buffer.write(new Object[] {"fine"}, 0, 1));
        assertThrows(DynamicBufferException.class, buffer::commit);
        buffer.clear();
        buffer.putSectionHeader(Type.OBJECT);
        buffer.write(new Object[] {"fine"}, 0, 1);
        buffer.commit();
    }

    @Test
    void objectThatTheArrayCannotHoldIsNotStoredAndCommitStartsAgain() throws BufferException {
        Buffer buffer = written("text", 5);
        buffer.getSectionHeader();
        String[] strings = {"before", "before"};
        assertThrows(DynamicBufferException.class, () -> buffer.read(strings, 0, 2));
        assertArrayEquals(new String[] {"before", "before"}, strings);
        assertThrows(DynamicBufferException.class, () -> buffer.read(new Object[2], 0, 2));
        assertEquals(2, buffer.getRemaining());
        buffer.commit();
        buffer.getSectionHeader();
        Object[] objects = new Object[2];
        buffer.read(objects, 0, 2);
        assertArrayEquals(new Object[] {"text", 5}, objects);
    }

    @Test
    void missingDynamicBufferIsFoundAtTheHeader() throws BufferException {
        Buffer buffer = written("text");
        buffer.setDynamicBuffer(null);
        assertThrows(BufferUnderflowException.class, buffer::getSectionHeader);
    }

    @Test
    void truncatedDynamicBufferIsADynamicBufferException() throws BufferException {
        Buffer buffer = written("text that is long enough");
        byte[] stream = buffer.getDynamicBuffer();
        buffer.setDynamicBuffer(Arrays.copyOf(stream, stream.length - 3));
        buffer.getSectionHeader();
        DynamicBufferException failure = assertThrows(DynamicBufferException.class,
            () -> buffer.read(new Object[1], 0, 1));
        assertInstanceOf(EOFException.class, failure.getCause());
    }

    @Test
    void filterRefusesClassesInAdditionToTheLimits() throws BufferException {
        Buffer buffer = written(new HashMap<>(Map.of("key", 1)));
        buffer.setObjectInputFilter(ObjectInputFilter.Config.createFilter("!java.util.HashMap"));
        buffer.getSectionHeader();
        DynamicBufferException failure = assertThrows(DynamicBufferException.class,
            () -> buffer.read(new Object[1], 0, 1));
        assertInstanceOf(InvalidClassException.class, failure.getCause());
        buffer.setObjectInputFilter(null);
        buffer.commit();
        buffer.getSectionHeader();
        Object[] read = new Object[1];
        buffer.read(read, 0, 1);
        assertEquals(Map.of("key", 1), read[0]);
    }

    @Test
    void arrayLongerThanItsStreamIsRefusedBeforeItIsAllocated() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new long[1]);
        }
        byte[] stream = bytes.toByteArray();
        // The length is the last int before the single element.
        ByteArrayOutputStream length = new ByteArrayOutputStream();
        new DataOutputStream(length).writeInt(Integer.MAX_VALUE - 8);
        System.arraycopy(length.toByteArray(), 0, stream, stream.length - 12, 4);
        Buffer buffer = written("placeholder");
        buffer.setDynamicBuffer(stream);
        buffer.getSectionHeader();
        DynamicBufferException failure = assertThrows(DynamicBufferException.class,
            () -> buffer.read(new Object[1], 0, 1));
        assertInstanceOf(InvalidClassException.class, failure.getCause());
    }

    @Test
    void ordinaryCollectionsStayWithinTheLimits() throws BufferException {
        Map<Integer, Object> sparse = new HashMap<>(1, 0.25f);
        IntStream.range(0, 1000).forEach(i -> sparse.put(i, Collections.singletonMap(i, new int[] {i})));
        Object[] objects = {sparse, new ArrayList<>(), new int[100_000], new Object[1000],
            new ArrayDeque<>(List.of(1)), new PriorityQueue<>(List.of(3, 1)), new HashSet<>(List.of(1, 2, 3))};
        Buffer buffer = written(objects);
        buffer.getSectionHeader();
        Object[] read = new Object[objects.length];
        buffer.read(read, 0, read.length);
        assertEquals(((Map<?, ?>) objects[0]).keySet(), ((Map<?, ?>) read[0]).keySet());
        assertArrayEquals((int[]) objects[2], (int[]) read[2]);
    }

    /** An interface whose proxies can be sent. */
    public interface Greeting {
        String greet();
    }

    private record Handler(String text) implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return text;
        }
    }

    @Test
    void proxiesAreRead() throws BufferException {
        Buffer buffer = written(Proxy.newProxyInstance(Greeting.class.getClassLoader(),
            new Class<?>[] {Greeting.class}, new Handler("hello")));
        buffer.getSectionHeader();
        Greeting[] read = new Greeting[1];
        buffer.read(read, 0, 1);
        assertEquals("hello", read[0].greet());
    }

    /** An object of which only the name of the class is sent. */
    public static final class Local implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** Defines {@link Local} a second time, as the class loader of another rank in this JVM does. */
    private static final class RankLoader extends URLClassLoader {
        RankLoader() {
            super(new URL[0], ObjectsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Local.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            try (var in = ObjectsTest.class.getResourceAsStream("ObjectsTest$Local.class")) {
                byte[] code = in.readAllBytes();
                return loaded != null ? loaded : defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void classesComeFromTheThreadsContextLoader() throws Exception {
        Buffer buffer = written(new Local());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (RankLoader loader = new RankLoader()) {
            thread.setContextClassLoader(loader);
            buffer.getSectionHeader();
            Object[] read = new Object[1];
            buffer.read(read, 0, 1);
            assertSame(loader, read[0].getClass().getClassLoader());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static Buffer written(Object... objects) throws BufferException {
        Buffer buffer = new Buffer(64);
        buffer.putSectionHeader(Type.OBJECT);
        buffer.write(objects, 0, objects.length);
        buffer.commit();
        return buffer;
    }
}
