package mpj.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** How many packets may be under way. */
class SendWindowTest {

    @Test
    void sendsAreBoundedByCreditsAlone() {
        SendWindow window = new SendWindow(2);
        window.send();
        window.write();
        assertTrue(window.maySend());
        window.send();
        window.write();
        assertFalse(window.maySend());
        window.taken(1);
        assertTrue(window.maySend());
        window.send();
        window.taken(2);
        assertFalse(window.maySend(), "packet 1 was written and took no buffer");
        window.taken(3);
        assertTrue(window.maySend());
    }

    @Test
    void aRingIsNeverFilledToItsLastPlace() {
        SendWindow window = new SendWindow(1);
        int written = 0;
        while (window.mayWrite(8)) {
            window.write();
            written++;
        }
        assertEquals(7, written);
        window.taken(1);
        assertTrue(window.mayWrite(8));
    }

    @Test
    void countsOfThirtyTwoBitsRunOnPastTheirEnd() {
        SendWindow window = new SendWindow(1);
        for (int i = 0; i < 5; i++) {
            window.taken(i * 0x4000_0000);
        }
        window.taken(5);
        for (int i = 0; i < 100; i++) {
            window.taken(3);
        }
        assertEquals(0, window.number());
        assertTrue(window.mayWrite(8));
        window.taken(Integer.MIN_VALUE + 100);
        assertTrue(window.maySend());
    }
}
