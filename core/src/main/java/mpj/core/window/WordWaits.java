package mpj.core.window;

import java.util.function.BooleanSupplier;
import mpj.bindings.Uninterrupted;
import mpj.core.error.LiveEngine;
import mpj.engine.Engine;

/**
 * Waits for words in shared memory, whose changes no packet announces. Between its looks, a wait makes progress for the
 * whole rank, so that other ranks are served meanwhile. It also yields its core, and later parks for a moment at a
 * time.
 */
final class WordWaits {
    private static final int SPINS = 256;
    private static final int YIELDS = 2048;
    /** In nanoseconds. */
    private static final long PAUSE = 50_000;
    /** After this many looks, and after every further such number, a wait asks whether a rank is lost. */
    private static final int LOOKS_BEFORE_QUESTION = 1024;
    /**
     * After so many calls that wait for nothing, and after every further such number, one makes progress. A power of
     * two. These calls take a few nanoseconds each, and progress takes a hundred.
     */
    private static final int CALLS_BEFORE_PROGRESS = 256;
    /** After so many of these calls, one asks whether a rank is lost. A multiple of the number above. */
    private static final int CALLS_BEFORE_QUESTION = 4096;
    /** A tag that no message has. */
    private static final int NO_TAG = Integer.MAX_VALUE;

    private final LiveEngine live;
    private final int context;
    private final int[] members;
    private final int self;
    /** How many calls have waited for nothing. Threads may count one of them less. */
    private int calls;

    /** @param context a context in which messages of a lost rank could be awaited */
    WordWaits(LiveEngine live, int context, int[] members, int self) {
        this.live = live;
        this.context = context;
        this.members = members;
        this.self = self;
    }

    /**
     * Returns when {@code reached} is true.
     *
     * @throws mpj.engine.EngineException when a rank of the window is lost
     */
    void until(BooleanSupplier reached) {
        for (int looks = 0; looks < SPINS; looks++) {
            if (reached.getAsBoolean()) {
                return;
            }
            Thread.onSpinWait();
        }
        for (int looks = 1; !reached.getAsBoolean(); looks++) {
            Engine engine = live.get();
            engine.tryProgress();
            if (looks % LOOKS_BEFORE_QUESTION == 0) {
                checkLosses();
            }
            if (looks < YIELDS) {
                Thread.yield();
            } else {
                Uninterrupted.park(PAUSE);
            }
        }
    }

    /**
     * Notes a call that waits for nothing. A program may repeat such calls until a word in memory changes. The rank
     * that is to change the word may first need this rank's progress, or it may be lost.
     */
    void passed() {
        int number = ++calls;
        if ((number & CALLS_BEFORE_PROGRESS - 1) == 0) {
            look(number);
        }
    }

    private void look(int number) {
        live.get().tryProgress();
        if ((number & CALLS_BEFORE_QUESTION - 1) == 0) {
            checkLosses();
        }
    }

    /** Throws if a rank of the window is lost. */
    void checkLosses() {
        Engine engine = live.get();
        for (int member : members) {
            if (member != self) {
                engine.probe(context, member, NO_TAG);
            }
        }
    }
}
