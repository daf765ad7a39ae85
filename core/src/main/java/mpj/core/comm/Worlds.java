package mpj.core.comm;

import java.util.concurrent.atomic.AtomicBoolean;
import mpj.core.error.LiveEngine;
import mpj.engine.EngineException;

/**
 * The worlds of one rank, one after the other. A program uses a world from Init to Finalize, and in each of its
 * sessions. The first use opens a world, and the end of the last use closes it. Thread-safe.
 */
public final class Worlds {
    private final World.Api api;
    /** The last world that was opened; null if none was. */
    private World world;
    /** How many uses of that world have not ended. */
    private int uses;
    /** Whether a thread closes the world. A use that begins meanwhile waits, and then opens the next world. */
    private boolean closing;

    public Worlds(World.Api api) {
        this.api = api;
    }

    /** One use of a world. */
    public final class Use {
        private final World used;
        private final boolean first;
        /** Whether a thread ends this use, or has ended it. */
        private final AtomicBoolean ending = new AtomicBoolean();
        private volatile boolean ended;

        private Use(World used, boolean first) {
            this.used = used;
            this.first = first;
        }

        public World world() {
            return used;
        }

        /** Whether this use has opened the world. */
        public boolean hasOpened() {
            return first;
        }

        public boolean hasEnded() {
            return ended;
        }

        /**
         * Ends this use. If it is the last one, this closes the world, and returns after every rank has done so.
         *
         * @throws EngineException when the use has ended; and as {@link World#close} does
         */
        public void end() {
            if (!ending.compareAndSet(false, true)) {
                throw LiveEngine.ended();
            }
            try {
                ended = !isLast();
                if (!ended) {
                    close();
                }
            } finally {
                ending.set(ended);
            }
        }

        /** Whether no other use of the world is left. If others are left, this one no longer counts. */
        private boolean isLast() {
            synchronized (Worlds.this) {
                if (uses > 1) {
                    uses--;
                    return false;
                }
                closing = true;
                return true;
            }
        }

        /** Does not hold the lock while it waits for the other ranks: threads ask for the world meanwhile. */
        private void close() {
            try {
                used.close();
            } finally {
                ended = !used.isOpen();
                synchronized (Worlds.this) {
                    closing = false;
                    uses -= ended ? 1 : 0;
                    Worlds.this.notifyAll();
                }
            }
        }
    }

    /**
     * Begins to use the world. Opens one if nobody uses one, which waits until every rank of the job opens its own.
     *
     * @throws EngineException as {@link World#open} does
     */
    public synchronized Use begin() {
        awaitClosed();
        boolean first = uses == 0;
        if (first) {
            if (world == null || !world.isOpen()) {
                world = World.open(world != null, api);
            }
            Joining.meetParent(world);
        }
        uses++;
        return new Use(world, first);
    }

    private void awaitClosed() {
        boolean interrupted = false;
        while (closing) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true; // MPI calls are not interruptible
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The world in use.
     *
     * @return null if no world was opened yet
     * @throws EngineException when the last world was closed
     */
    public synchronized World open() {
        if (world != null) {
            world.checkOpen();
        }
        return world;
    }
}
