package mpj.engine.match;

import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class ByNumberTest {

    /** If each removal looked at the numbers after it, this test would not end within its limit. */
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
