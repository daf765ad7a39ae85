package mpj.core.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import mpj.core.datatype.TypeDescriptor;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The reads and writes of one rank, compared with a file in an array. */
final class IndependentProperties {
    private static final int LARGEST = 1 << 16;

    private static Hints.Choice choice(Random random) {
        return Hints.Choice.values()[random.nextInt(Hints.Choice.values().length)];
    }

    private static Hints hints(Random random) {
        return new Hints(0, 4096, Hints.Choice.AUTOMATIC, Hints.Choice.AUTOMATIC, choice(random), choice(random),
            1 + random.nextInt(300), 1 + random.nextInt(300));
    }

    /** The bytes as a buffer of some kind. */
    private static Object buffer(Random random, byte[] bytes) {
        return switch (random.nextInt(3)) {
            case 0 -> bytes;
            case 1 -> MemorySegment.ofArray(bytes);
            default -> Arena.ofAuto().allocate(Math.max(1, bytes.length)).copyFrom(MemorySegment.ofArray(bytes));
        };
    }

    private static byte[] bytes(Object buffer, int length) {
        return buffer instanceof byte[] array ? array
            : ((MemorySegment) buffer).asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    }

    @Property(tries = 150)
    void fileIsAsTheModel(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        Path path = Files.createTempFile("mpj", ".data");
        byte[] model = new byte[LARGEST];
        int size = 0;
        try (DataFile file = DataFile.open(path, new AccessMode(AccessMode.RDWR))) {
            Independent independent = new Independent(file, new Staging());
            for (int access = 0; access < 20; access++) {
                View view = Views.ordered(random);
                Independent.Manner manner = new Independent.Manner(view, hints(random), random.nextInt(4) == 0);
                int unit = (int) view.etypeBytes();
                int position = random.nextInt(40) * unit;
                int length = random.nextInt(100) * unit;
                long[] places = Views.places(view, position + length);
                byte[] content = new byte[length];
                if (random.nextBoolean()) {
                    random.nextBytes(content);
                    Object buffer = buffer(random, content);
                    independent.write(manner, position, Stream.ofSource(buffer, 0, length, TypeDescriptor.BYTE));
                    for (int i = 0; i < length; i++) {
                        int place = (int) places[position + i];
                        model[place] = content[i];
                        size = Math.max(size, place + 1);
                    }
                    assertEquals(size, file.size());
                } else {
                    Object buffer = buffer(random, content);
                    long read = independent.read(manner, position,
                        Stream.ofTarget(buffer, 0, length, TypeDescriptor.BYTE));
                    int expected = 0;
                    while (expected < length && places[position + expected] < size) {
                        content[expected] = model[(int) places[position + expected++]];
                    }
                    assertEquals(expected, read);
                    assertArrayEquals(Arrays.copyOf(content, expected),
                        Arrays.copyOf(bytes(buffer, length), expected));
                }
            }
            assertArrayEquals(Arrays.copyOf(model, size), Files.readAllBytes(path));
        } finally {
            Files.delete(path);
        }
    }
}
