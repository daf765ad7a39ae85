package mpj.core.objects;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInput;
import java.io.ObjectInputFilter;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Messages of flat objects contain the same objects as an object stream. Other objects are left to object streams. */
class FlatObjectsTest {
    private static final int OBJECTS = 1000;
    private static final int[] INDEXES = IntStream.range(0, OBJECTS).toArray();
    private static final ObjectInputFilter ANY = ObjectInputFilter.Config.createFilter("*");

    private record Primitives(boolean truth, byte small, char letter, short few, int number, long many, float real,
                              double precise) implements Serializable {
        static Primitives of(int i) {
            return new Primitives(i % 2 == 1, (byte) i, (char) (i * 65), (short) -i, i * 1_000_003, ~(long) i << 33,
                i / 3f, i % 10 == 0 ? Double.longBitsToDouble(0x7FF0_0000_0000_0001L + i) : i / 7.0);
        }
    }

    private enum Color { RED, GREEN { } }

    private record Values(String name, Color color, Integer boxed, Character letter) implements Serializable {
        static Values of(int i) {
            return new Values(i % 3 == 0 ? null : "näme " + i, Color.values()[i % 2], i % 5 == 0 ? null : i, 'x');
        }
    }

    private record Positive(int number) implements Serializable {
        Positive {
            if (number < 0) {
                throw new IllegalArgumentException(number + " is negative");
            }
        }
    }

    /** A class that is not Serializable. Its constructor is called, and its field is not sent. */
    private static class Base {
        private int made = 1;

        /** An object stream can call this constructor only if it is not private. */
        Base() {
        }
    }

    private static class Body extends Base implements Serializable {
        private static final long serialVersionUID = 1L;
        protected double mass;
        private transient int cached;

        Body(int i) {
            mass = i;
            cached = i;
            ((Base) this).made = 2;
        }
    }

    private static class Planet extends Body {
        private static final long serialVersionUID = 1L;
        /** A field with the same name as a field of the superclass. */
        private long mass;
        private String name;

        Planet(int i) {
            super(i);
            mass = -i;
            name = "planet " + i;
        }
    }

    private static final class Unchanging implements Serializable {
        private static final long serialVersionUID = 1L;
        private final int number = 1;
    }

    private record Replaced(int number) implements Serializable {
        private Object writeReplace() {
            return "replaced";
        }
    }

    private static class Written implements Serializable {
        private static final long serialVersionUID = 1L;
        private int number;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(number);
        }
    }

    private static final class InheritsForm extends Written {
        private static final long serialVersionUID = 1L;
        private int more;
    }

    private static final class ChosenFields implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final ObjectStreamField[] serialPersistentFields = {new ObjectStreamField("one", int.class)};
        private int one;
        private int two;
    }

    private record Refers(List<String> names) implements Serializable {
    }

    @SuppressWarnings("serial") // has no public constructor, so it is never read
    private static final class ByHand implements Externalizable {
        @Override
        public void writeExternal(ObjectOutput out) {
            // writes nothing
        }

        @Override
        public void readExternal(ObjectInput in) {
            // reads nothing
        }
    }

    private static Object[] objects(IntFunction<Object> maker) {
        return IntStream.range(0, OBJECTS).mapToObj(maker).toArray();
    }

    /** The first objects of a class are sent in object streams. */
    private static byte[] message(Object[] objects) throws IOException {
        FlatObjects.write(objects, INDEXES);
        return FlatObjects.write(objects, INDEXES);
    }

    private static Object[] through(Object[] objects) throws IOException, ClassNotFoundException {
        byte[] message = message(objects);
        assertTrue(FlatObjects.isMessage(message));
        Object[] read = new Object[OBJECTS];
        FlatObjects.read(message, read, INDEXES, ANY);
        return read;
    }

    @Test
    void recordsOfAllPrimitivesComeBackBitByBit() throws IOException, ClassNotFoundException {
        Object[] sent = objects(Primitives::of);
        assertArrayEquals(sent, through(sent));
        long bits = Double.doubleToRawLongBits(((Primitives) through(sent)[10]).precise());
        assertEquals(Double.doubleToRawLongBits(((Primitives) sent[10]).precise()), bits);
    }

    @Test
    void valuesAndNullsComeBack() throws IOException, ClassNotFoundException {
        Object[] sent = objects(Values::of);
        assertArrayEquals(sent, through(sent));
    }

    @Test
    void objectsAreMadeAsByAnObjectStream() throws IOException, ClassNotFoundException {
        Object[] read = through(objects(Planet::new));
        for (int i = 0; i < OBJECTS; i++) {
            Planet planet = (Planet) read[i];
            assertEquals("planet " + i, planet.name);
            assertEquals(-i, planet.mass);
            assertEquals(i, ((Body) planet).mass);
            assertEquals(0, ((Body) planet).cached);
            assertEquals(1, ((Base) planet).made);
        }
    }

    @Test
    void recordsAreMadeByTheirConstructor() throws IOException {
        byte[] message = message(objects(Positive::new));
        Arrays.fill(message, 5, 9, (byte) -1);
        assertThrows(IllegalArgumentException.class, () ->
            FlatObjects.read(message, new Object[OBJECTS], INDEXES, ANY));
    }

    @Test
    void aPartOfAMessageCanBeRead() throws IOException, ClassNotFoundException {
        Object[] sent = objects(Primitives::of);
        Object[] read = new Object[7];
        FlatObjects.read(message(sent), read, new int[] {6, 2}, ANY);
        assertArrayEquals(new Object[] {null, null, sent[1], null, null, null, sent[0]}, read);
    }

    @Test
    void classThatTakesPartInItsSerializationIsNotFlat() {
        Stream.of(Unchanging.class, Replaced.class, Written.class, InheritsForm.class, ChosenFields.class,
            Refers.class, ByHand.class, Color.class, Base.class, Integer.class, String.class, BigDecimal.class,
            int[].class, Object.class, Serializable.class)
            .forEach(type -> assertNull(FlatClass.of(type), type::toString));
        assertNotNull(FlatClass.of(Planet.class));
    }

    @Test
    void objectsOfSeveralClassesNullsAndRepeatedOnesAreLeftToTheObjectStreams() throws IOException {
        assertNotNull(message(objects(Positive::new)));
        assertNull(message(objects(i -> i == 500 ? "text" : new Positive(i))));
        assertNull(message(objects(i -> i == 500 ? null : new Positive(i))));
        assertNull(message(objects(i -> i == 0 ? null : new Positive(i))));
        Positive one = new Positive(1);
        assertNull(message(objects(i -> i % 500 == 0 ? one : new Positive(i))));
    }

    @Test
    void theFilterIsAskedAboutTheClassAndTheNumberOfObjects() throws IOException, ClassNotFoundException {
        byte[] message = message(objects(Primitives::of));
        for (String filter
                : List.of("!" + Primitives.class.getName(), "maxrefs=999", "maxbytes=100", "java.base/*;!*")) {
            assertThrows(InvalidClassException.class, () -> FlatObjects.read(message, new Object[OBJECTS], INDEXES,
                ObjectInputFilter.Config.createFilter(filter)), filter);
        }
        FlatObjects.read(message, new Object[OBJECTS], INDEXES,
            ObjectInputFilter.Config.createFilter(Primitives.class.getName() + ";maxrefs=1000;!*"));
    }

    @Test
    void aClassWithOtherFieldsThanAtTheSenderIsRefused() throws IOException {
        byte[] message = message(objects(Positive::new));
        int at = new String(message, StandardCharsets.ISO_8859_1).lastIndexOf("number:int");
        message[at] = 'N';
        InvalidClassException e = assertThrows(InvalidClassException.class, () ->
            FlatObjects.read(message, new Object[OBJECTS], INDEXES, ANY));
        assertTrue(e.getMessage().contains("its fields are not those at the sender: Number:int"), e.getMessage());
    }

    @Test
    void fewObjectsGoInObjectStreams() throws IOException {
        Object[] sent = objects(Primitives::of);
        message(sent);
        assertNull(FlatObjects.write(sent, new int[] {1, 2, 3}));
        assertFalse(FlatObjects.isMessage(new byte[0]));
    }
}
