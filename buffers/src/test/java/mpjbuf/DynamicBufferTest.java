package mpjbuf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DynamicBufferTest {
    private static final int MOST = 10_000;

    private final DynamicBuffer buffer = new DynamicBuffer(MOST);

    private static void assertNamesLimit(DynamicBufferException failure) {
        assertTrue(failure.getMessage().contains("no more than " + MOST + " bytes; write the objects to several"),
            failure.getMessage());
    }

    @Test
    void objectsThatTakeMoreThanItHoldsAreRefused() throws DynamicBufferException {
        Object[] objects = {new byte[MOST - 100], new byte[100]};
        buffer.write(objects, 0, 1);
        assertNamesLimit(assertThrows(DynamicBufferException.class, () -> {
            buffer.write(objects, 1, 1);
            buffer.commit();
        }));
        buffer.clear();
        buffer.write(objects, 1, 1);
        buffer.commit();
        assertEquals(100, ((byte[]) buffer.read(1, Object.class)[0]).length);
    }

    @Test
    void primitivesThatTakeMoreThanItHoldsAreRefused() {
        buffer.block(MOST);
        assertNamesLimit(assertThrows(DynamicBufferException.class, () -> {
            buffer.writeBlock();
            buffer.commit();
        }));
    }
}
