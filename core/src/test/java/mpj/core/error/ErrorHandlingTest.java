package mpj.core.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.Test;

class ErrorHandlingTest {
    private static ErrorHandling afterTheEnd() {
        return new ErrorHandling(
                new LiveEngine(null), e -> new UnsupportedOperationException(e.getMessage()), "return");
    }

    /** The job that it could end no longer exists. */
    @Test
    void fatalErrorAfterTheEndIsTheApisException() {
        ErrorHandling errors = afterTheEnd();
        errors.handler("fatal", true);
        RuntimeException thrown = errors.raise(LiveEngine.ended());
        assertEquals(UnsupportedOperationException.class, thrown.getClass());
        assertEquals("called after MPI.Finalize or the end of the last session, which no call may follow",
            thrown.getMessage());
        assertEquals("fatal", errors.inherited().handler());
    }

    @Test
    void exceptionsOfTheProgramAreLeftAsTheyAre() {
        RuntimeException programs = new IllegalStateException("mine");
        assertSame(programs, afterTheEnd().raise(programs));
        assertEquals("no", afterTheEnd().raise(new EngineException(ErrorClass.ERR_ARG, "no")).getMessage());
    }
}
