package mpj.transport.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** The two words in which functions of the library return values. */
class WordsTest {
    private final Words words = new Words();

    @Test
    void eachWordIsReadAsWhatWasStoredThere() {
        words.first(-2L);
        words.second().set(ValueLayout.JAVA_LONG, 0, 1L << 40);
        assertEquals(-2L, words.firstLong());
        assertEquals(1L << 40, words.secondLong());
        words.first().set(ValueLayout.JAVA_INT, 0, 3);
        words.second().set(ValueLayout.JAVA_INT, 0, 4);
        assertEquals(3, words.firstInt());
        assertEquals(4, words.secondInt());
    }

    @Test
    void wordsDoNotOverlap() {
        words.second().set(ValueLayout.JAVA_LONG, 0, 5L);
        words.first(-1L);
        assertEquals(5L, words.secondLong());
        words.second().set(ValueLayout.JAVA_LONG, 0, 0L);
        assertEquals(-1L, words.firstLong());
        assertEquals(0, words.first().address() % Long.BYTES);
        assertEquals(0, words.second().address() % Long.BYTES);
    }
}
