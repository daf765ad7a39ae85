package mpj.runtime.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramsTest {
    private static final Programs TWO = new Programs(List.of(new Programs.Part(1, 3), new Programs.Part(2, 1)));

    @Test
    void ranksAreToldTheirProgramAndItsWords() {
        Map<String, String> environment = new HashMap<>();
        TWO.write(environment);
        Programs read = Programs.read(environment);
        assertEquals(TWO, read);
        assertEquals(List.of(0, 1, 1), List.of(read.of(0), read.of(1), read.of(2)));
        String[] words = {"A", "x", "y", "B"};
        assertArrayEquals(new String[] {"A", "x", "y"}, read.words(0, words));
        assertArrayEquals(new String[] {"B"}, read.words(2, words));
    }

    @Test
    void oneProgramNeedsNoVariable() {
        Map<String, String> environment = new HashMap<>();
        new Programs(List.of(new Programs.Part(7, 2))).write(environment);
        assertEquals(Map.of(), environment);
        assertEquals(0, Programs.read(environment).of(5));
        assertArrayEquals(new String[] {"A", "x"}, Programs.read(environment).words(5, new String[] {"A", "x"}));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "1/", "1/2,", "a/b", "-1/2"})
    void malformedVariableIsNamed(String value) {
        Map<String, String> environment = Map.of(Programs.VARIABLE, value);
        String message = assertThrows(IllegalArgumentException.class, () -> Programs.read(environment)).getMessage();
        assertTrue(message.startsWith("MPJ_PROGRAMS=" + value + " is malformed"), message);
    }
}
