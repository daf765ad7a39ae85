package mpj.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import mpj.watch.OpenCall.Moves;
import org.junit.jupiter.api.Test;

class OpenCallTest {
    private static final int TURNS = 10 * OpenCall.TIMED_EACH;

    private static OpenCall toldTo(int watchers) {
        return new OpenCall(watchers, null, new CallCounts());
    }

    private static void begin(OpenCall call, Moves moves, long bytes) {
        call.begin(moves.toString(), "", 0, 1, 1, bytes, moves);
    }

    /** Whether the beginning of the call was read from the clock. */
    private static boolean isTimed(OpenCall call, Moves moves, long bytes) {
        begin(call, moves, bytes);
        boolean timed = call.lasts(Long.MAX_VALUE) != 0;
        call.end(false);
        call.leave();
        return timed;
    }

    @Test
    void oneInSeventeenShortCallsIsTimed() {
        OpenCall call = toldTo(0);
        int timed = 0;
        for (int i = 0; i < TURNS; i++) {
            timed += isTimed(call, Moves.PART, 8) ? 1 : 0;
        }
        assertEquals(TURNS / OpenCall.TIMED_EACH, timed);
    }

    @Test
    void callsThatTakeTurnsAreAllTimedNowAndThen() {
        OpenCall call = toldTo(0);
        Map<Moves, Integer> timed = new EnumMap<>(Moves.class);
        for (int i = 0; i < TURNS; i++) {
            for (Moves each : new Moves[] {Moves.ONE_OUT, Moves.ONE_IN}) {
                timed.merge(each, isTimed(call, each, 8) ? 1 : 0, Integer::sum);
            }
        }
        assertEquals(Map.of(Moves.ONE_OUT, TURNS / OpenCall.TIMED_EACH, Moves.ONE_IN, TURNS / OpenCall.TIMED_EACH),
            timed);
    }

    @Test
    void eachCallIsTimedThatMayBeLongOrIsToldToSomebody() {
        OpenCall untold = toldTo(0);
        OpenCall told = toldTo(1);
        for (int i = 0; i < TURNS; i++) {
            assertTrue(isTimed(untold, Moves.UNKNOWN, 8), "a call of which nothing is known");
            assertTrue(isTimed(untold, Moves.ONE_OUT, 1 << 20), "a call with many bytes");
            assertTrue(isTimed(told, Moves.ONE_OUT, 8), "a call that a watcher is told of");
        }
    }

    @Test
    void anUntimedCallCountsAsLongAsTheTimedOneOfItsKind() {
        OpenCall call = toldTo(0);
        long[] usual = new long[Moves.values().length];
        for (int i = 0; i < TURNS; i++) {
            Moves moves = i % 2 == 0 ? Moves.ONE_OUT : Moves.ONE_IN;
            boolean timed = isTimed(call, moves, 8);
            if (timed && call.nanoseconds() <= OpenCall.LONGEST_USUAL) {
                usual[moves.ordinal()] = call.nanoseconds();
            } else if (!timed) {
                assertEquals(usual[moves.ordinal()], call.nanoseconds(), "call " + i);
            }
        }
    }

    @Test
    void anUntimedCallThatWaitsLastsFromTheWaitsBeginToItsEnd() {
        OpenCall call = toldTo(0);
        isTimed(call, Moves.ONE_IN, 8); // the first call is timed
        begin(call, Moves.ONE_IN, 8);
        assertEquals(0, call.lasts(Long.MAX_VALUE));
        call.waited(call.waits());
        call.end(false);
        assertEquals(call.blocked(), call.nanoseconds());
    }
}
