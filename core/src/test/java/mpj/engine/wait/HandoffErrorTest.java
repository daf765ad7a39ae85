package mpj.engine.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import org.junit.jupiter.api.Test;

/** Operations that were handed off, one of which cannot start. */
class HandoffErrorTest {
    private static final class Started extends Operation {
        private final Error error;

        Started(Error error) {
            this.error = error;
        }

        @Override
        public void takeOver() {
            if (error != null) {
                throw error;
            }
            complete();
        }
    }

    @Test
    void othersStartAfterAnOperationForWhichThereIsNoMemory() {
        EngineLock lock = new EngineLock();
        Handoff handoff = new Handoff(lock, new Completions(lock));
        Operation first = new Started(new OutOfMemoryError("none is left"));
        Operation second = new Started(null);
        handoff.add(first);
        handoff.add(second);
        lock.acquire();
        handoff.takeOver();
        lock.release();
        assertTrue(second.done() && !second.hasFailed());
        assertTrue(first.done());
        assertEquals(ErrorClass.ERR_NO_MEM, first.failure().error());
    }
}
