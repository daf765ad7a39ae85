package mpj.core.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The filter that checks objects if the user has set none. */
class SerialFilterTest {

    private static byte[] stream(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static Object read(byte[] message) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(message))) {
            in.setObjectInputFilter(SerialFilter.of(message.length));
            return in.readObject();
        }
    }

    /** Each list takes about twenty bytes and claims to have ten million elements. */
    @Test
    void arraysThatAreTooLargeTogetherAreRefused() throws IOException {
        byte[] message = stream(IntStream.range(0, 100).mapToObj(i -> Collections.nCopies(10_000_000 + i, "x"))
            .toArray());
        assertTrue(message.length < 10_000, () -> message.length + " bytes");
        assertThrows(InvalidClassException.class, () -> read(message));
    }

    @Test
    void oneLargeListOfCopiesPasses() throws Exception {
        List<String> copies = Collections.nCopies(1 << 24, "x");
        assertEquals(copies, read(stream(copies)));
    }

    @Test
    void manySmallTablesPass() throws Exception {
        List<Map<Integer, Object>> maps = IntStream.range(0, 50_000).mapToObj(i -> {
            Map<Integer, Object> map = new HashMap<>();
            map.put(1, null);
            return map;
        }).toList();
        assertEquals(maps, read(stream(maps)));
    }

    /** Each message has limits of its own. */
    @Test
    void theNextMessageHasTheWholeLimitAgain() throws Exception {
        byte[] message = stream(Collections.nCopies(10_000_000, "x"));
        for (int i = 0; i < 5; i++) {
            assertEquals(10_000_000, ((List<?>) read(message)).size());
        }
    }
}
