package mpj.core.process;

import java.io.IOException;
import java.util.concurrent.Callable;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.ExternalOperation;

/**
 * Waits for something that does not come as a message, while the messages of this rank go on. A thread of its own does
 * the blocking part. So an interrupt of the program's thread does not disturb it, and the deadlock report knows that
 * this rank waits for something outside its job.
 */
final class OutsideWait {
    private OutsideWait() {
    }

    /** The result of a piece of work that blocks. Its exceptions are thrown here. */
    static <T> T await(Engine engine, String name, Callable<T> work) throws IOException {
        ExternalOperation operation = new ExternalOperation();
        Object[] outcome = new Object[1];
        Exception[] failure = new Exception[1];
        Thread.ofPlatform().daemon().name(name).start(() -> {
            try {
                outcome[0] = work.call();
            } catch (Exception e) {
                failure[0] = e;
            } catch (Error e) {
                failure[0] = new EngineException(ErrorClass.ERR_INTERN, name + " failed: " + e, e);
            }
            engine.complete(operation, null);
        });
        engine.finish(operation); // the thread's writes are visible here once the operation is done
        switch (failure[0]) {
            case null -> {
                @SuppressWarnings("unchecked") // the thread puts only a T there
                T result = (T) outcome[0];
                return result;
            }
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            default -> throw new EngineException(ErrorClass.ERR_INTERN, name + " failed: " + failure[0], failure[0]);
        }
    }
}
