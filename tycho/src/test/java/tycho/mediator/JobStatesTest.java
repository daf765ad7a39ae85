package tycho.mediator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the page of a mediator keeps of jobs, also if nobody looks at it. */
class JobStatesTest {
    @Test
    void thoseThatWereNotHeardOfAreForgottenFirst() {
        JobStates states = new JobStates();
        String half = "x".repeat((int) JobStates.MOST_CHARS / 2);
        states.put("a", half);
        states.put("b", half);
        states.put("a", half);
        states.put("c", "short");
        assertEquals(half, states.get("a"));
        assertEquals("", states.get("b"));
        assertEquals("short", states.get("c"));
        states.keepOnly(List.of("c"));
        assertEquals("", states.get("a"));
        states.put("d", half);
        states.put("e", half.substring(10));
        assertEquals("short", states.get("c"));
        assertEquals(half, states.get("d"));
    }
}
