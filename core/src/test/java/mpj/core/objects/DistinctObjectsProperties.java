package mpj.core.objects;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Assertions;

/** An object that occurs twice is found, whatever the rows contain. */
class DistinctObjectsProperties {
    /** Rows with few different bytes, so that many objects have equal rows. In one kind, all objects do. */
    @Property
    void anObjectThatIsThereTwiceIsFound(@ForAll @IntRange(min = 2, max = 400) int size,
                                         @ForAll @IntRange(min = 1, max = 20) int rowBytes,
                                         @ForAll @IntRange(min = 1, max = 3) int kinds, @ForAll long seed) {
        Random random = new Random(seed);
        int[] indexes = IntStream.range(0, size).map(i -> size - i).toArray();
        Object[] objects = new Object[size + 1];
        Arrays.setAll(objects, _ -> new Object());
        byte[] rows = new byte[size * rowBytes];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (byte) (random.nextInt(kinds) * 77);
        }
        Assertions.assertTrue(DistinctObjects.are(objects, indexes, rows, rowBytes));
        Assertions.assertTrue(DistinctObjects.are(objects, indexes));

        int one = random.nextInt(size);
        int other = (one + 1 + random.nextInt(size - 1)) % size;
        objects[indexes[one]] = objects[indexes[other]];
        System.arraycopy(rows, other * rowBytes, rows, one * rowBytes, rowBytes);
        Assertions.assertFalse(DistinctObjects.are(objects, indexes, rows, rowBytes));
        Assertions.assertFalse(DistinctObjects.are(objects, indexes));
    }
}
