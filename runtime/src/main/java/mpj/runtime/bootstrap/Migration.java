package mpj.runtime.bootstrap;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/** The move of a rank to another host, for which a user asks with {@code mpjrun --move}. */
public final class Migration {
    /** No rank shall move. */
    public static final int NOBODY = -1;

    private static final int ANSWER_MILLIS = 15_000;
    /** The time that the shutdown hooks of a rank that leaves may take. The other ranks wait for its end. */
    private static final long LONGEST_EXIT = TimeUnit.SECONDS.toNanos(10);

    private Migration() {
    }

    /**
     * Asks the launcher whether a rank shall move. One rank of the program calls this, whenever the program can let a
     * rank go.
     *
     * @param size the number of the program's ranks
     * @return a rank of the program, or {@link #NOBODY}
     */
    public static int wanted(int size) {
        if (!isPossible()) {
            return NOBODY;
        }
        try (LauncherConnection launcher = open()) {
            launcher.send(new Message.AskMove(size));
            return launcher.receive() instanceof Message.Move move ? move.rank() : NOBODY;
        } catch (IOException e) {
            return NOBODY; // the launcher is gone, which ends this rank
        }
    }

    /**
     * Ends this process, because its rank moves. The call does not return.
     *
     * @param version the version of the checkpoint that has the rank's state
     */
    public static void leave(long version) {
        System.out.flush();
        System.err.flush();
        try (LauncherConnection launcher = open()) {
            launcher.send(new Message.Leave(version));
            launcher.receive();
        } catch (IOException e) {
            // The launcher then sees an end that nobody has announced. The other ranks go on without this one already.
        }
        Thread.ofPlatform().daemon().name("mpj-leave").start(() -> {
            long end = System.nanoTime() + LONGEST_EXIT;
            while (System.nanoTime() - end < 0) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            Runtime.getRuntime().halt(0); // a shutdown hook hangs
        });
        System.exit(0);
    }

    /** A launcher that replaces no ranks moves none, and ranks that are threads of one process cannot leave it. */
    private static boolean isPossible() {
        return JobEnvironment.isPresent(System.getenv()) && System.getenv(JobEnvironment.RESPAWN) != null
            && JobEnvironment.threads(System.getenv()).isEmpty();
    }

    private static LauncherConnection open() throws IOException {
        LauncherConnection launcher = LauncherConnection.open(JobEnvironment.read(System.getenv()));
        launcher.timeout(ANSWER_MILLIS);
        return launcher;
    }
}
