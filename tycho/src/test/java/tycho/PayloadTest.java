package tycho;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Records as bytes, and what is not let in. */
class PayloadTest {
    /** A record for the tests. */
    public record Point(int x, String name, long[] more) implements Serializable {
    }

    /** A record whose component may be anything. */
    public record Anything(Object value) implements Serializable {
    }

    /** Nothing that a message may contain. */
    static final class Gadget implements Serializable {
        private static final long serialVersionUID = 1;
        private static int read;

        private void readObject(java.io.ObjectInputStream in) {
            read++;
        }
    }

    @Test
    void recordsOfAnotherClassLoaderAreRead() throws Exception {
        ClassLoader other = new ClassLoader(PayloadTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (!name.equals(Point.class.getName())) {
                    return super.loadClass(name, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                try (InputStream in = Point.class.getResourceAsStream("PayloadTest$Point.class")) {
                    byte[] bytes = in.readAllBytes();
                    return loaded != null ? loaded : defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        };
        Class<? extends Record> type = other.loadClass(Point.class.getName()).asSubclass(Record.class);
        assertNotEquals(Point.class, type);
        byte[] bytes = Payload.of(new Point(3, "three", new long[] {4}));
        assertEquals(type, Payload.read(bytes, type).getClass());
    }

    @Test
    void whatIsNoComponentIsNotDeserialized() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Gadget());
        }
        assertThrows(TychoException.class, () -> Payload.read(bytes.toByteArray(), Point.class));
        byte[] hidden = Payload.of(new Anything(new Gadget()));
        assertThrows(TychoException.class, () -> Payload.read(hidden, Anything.class));
        byte[] list = Payload.of(new Anything(new ArrayList<>(List.of(1))));
        assertThrows(TychoException.class, () -> Payload.read(list, Anything.class));
        assertEquals(0, Gadget.read);
    }

    @Test
    void aRecordThatHoldsWhatIsNotSerializableIsRefused() {
        assertThrows(TychoException.class, () -> Payload.of(new Anything(new Object())));
    }

    @Test
    void nullIsNoRecord() {
        assertTrue(assertThrows(NullPointerException.class, () -> Payload.of(null)).getMessage().contains("record"));
    }
}
