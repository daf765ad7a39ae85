package mpj.engine.match;

import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class ByNumberTest {

    /** Were each removal to look at the numbers behind it, this would not end within the limit of a test. */
    @Test
    void removingTheOldestDoesNotDependOnHowManyAreLeft() {
        ByNumber<String> messages = new ByNumber<>();
        int most = 2_000_000;
        for (long number = 0; number < most; number++) {
            messages.put(number, "message");
        }
        for (long number = 0; number < most; number++) {
            messages.remove(number);
            assertNull(messages.get(number));
        }
    }
}
