package mpj.runtime.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SoftCountsTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', value = {
        "4, 4, 4, 4", "4, 3, 0, 4", "2:8, 5, 5, 2", "2:8, 20, 8, 2", "2:8:3, 7, 5, 2", "2:8:3, 8, 8, 2",
        "8:2:-3, 7, 5, 2", "8:2:-3, 1, 0, 2", "\"2,4,8\", 7, 4, 2", "\"1:100:7, 3\", 3, 3, 1", "-3:9:4, 9, 9, 1",
        "-4:-1, 9, 0, 2147483647", "5:2, 9, 0, 2147483647", "2:5:-1, 9, 0, 2147483647", "0, 9, 0, 2147483647"})
    void largestNumberUpToALimitIsFound(String text, int limit, int most, int least)
        throws IOException {
        assertEquals(most, SoftCounts.of(text).most(limit));
        assertEquals(least, SoftCounts.of(text).least());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1:", ":2", "1:2:3:4", "1,,2", "1:5:0", "99999999999"})
    void malformedTextIsNamed(String text) {
        String message = assertThrows(IOException.class, () -> SoftCounts.of(text)).getMessage();
        assertTrue(message.startsWith("info key soft=" + text + " is malformed: "), message);
    }

    @Test
    void everyNumberIsOneOfTheSet() throws IOException {
        SoftCounts counts = SoftCounts.of("3:30:9, 50:10:-7");
        for (int limit = 0; limit < 60; limit++) {
            int expected = 0;
            for (int number = 1; number <= limit; number++) {
                boolean first = number >= 3 && number <= 30 && (number - 3) % 9 == 0;
                boolean second = number >= 10 && number <= 50 && (50 - number) % 7 == 0;
                expected = first || second ? number : expected;
            }
            assertEquals(expected, counts.most(limit), "limit " + limit);
        }
    }
}
