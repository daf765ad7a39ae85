package mpj.core.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Optional;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.BufferArgument;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.Test;

/** The errors for objects that cannot be sent. */
final class ObjectMessageTest {
    private static final int MOST = 1000;

    private static final class Plain {
    }

    private static String refusal(Object object) {
        EngineException e = assertThrows(EngineException.class,
            () -> ObjectMessage.write(new Object[] {object}, 0, 1, TypeDescriptor.OBJECT));
        assertEquals(ErrorClass.ERR_TYPE, e.error());
        return e.getMessage();
    }

    @Test
    void objectsThatAreLongerThanAnArrayNameTheLimitAndTheRemedy() throws IOException {
        int fits = 900;
        assertTrue(ObjectMessage.stream(new Object[] {new byte[fits]}, new int[] {0}, MOST).length > fits);
        for (Object[] objects : new Object[][] {{new byte[MOST]}, {new byte[fits], "x".repeat(fits)},
            new Object[MOST]}) {
            int[] indexes = new int[objects.length];
            for (int i = 0; i < indexes.length; i++) {
                indexes[i] = i;
            }
            EngineException e = assertThrows(EngineException.class,
                () -> ObjectMessage.stream(objects, indexes, MOST));
            assertEquals(ErrorClass.ERR_COUNT, e.error());
            assertTrue(e.getMessage().contains("more than " + MOST + " bytes"), e.getMessage());
            assertTrue(e.getMessage().contains("in several messages"), e.getMessage());
        }
    }

    @Test
    void classOfTheProgramIsToBeMadeSerializable() {
        assertTrue(refusal(new Plain()).contains("make the class Serializable"));
    }

    @Test
    void nobodyIsAskedToChangeAClassOfTheJdk() {
        String text = refusal(Optional.of(1));
        assertFalse(text.contains("make the class Serializable"), text);
        assertTrue(text.contains("send what the object holds"), text);
    }

    @Test
    void arrayOfArraysIsRefusedWithTheRemedy() {
        EngineException e = assertThrows(EngineException.class,
            () -> BufferArgument.checkSend("buf", new double[2][2], 0, 4, TypeDescriptor.DOUBLE));
        assertEquals(ErrorClass.ERR_TYPE, e.error());
        assertTrue(e.getMessage().contains("rows one by one"), e.getMessage());
        assertTrue(e.getMessage().contains("MPI.OBJECT"), e.getMessage());
    }
}
