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
    /** A tag that no message has. */
    private static final int NO_TAG = Integer.MAX_VALUE;

    private final LiveEngine live;
    private final int context;
    private final int[] members;
    private final int self;

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
                checkLosses(engine);
            }
            if (looks < YIELDS) {
                Thread.yield();
            } else {
                Uninterrupted.park(PAUSE);
            }
        }
    }

    private void checkLosses(Engine engine) {
        for (int member : members) {
            if (member != self) {
                engine.probe(context, member, NO_TAG);
            }
        }
    }
}
