package mpj.runtime.host;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/** What a rank's connections tell about it. Thread-safe. */
final class RankConnections {
    private final Set<LauncherConnection> open = new HashSet<>();
    private Stage stage = Stage.BEFORE_INIT;
    private boolean exiting;
    private boolean ended;
    private LauncherConnection watch;
    private boolean hasWatched;
    private CompletableFuture<String> stack;

    synchronized void opened(LauncherConnection connection) {
        open.add(connection);
    }

    synchronized void closed(LauncherConnection connection) {
        open.remove(connection);
        if (connection == watch) {
            watch = null;
        }
        notifyAll();
    }

    /** The rank takes part in the exchange: it is in Init, or beyond; perhaps again, after a Finalize. */
    synchronized void joined() {
        stage = Stage.BEFORE_FINALIZE;
    }

    /** The rank has ended MPI. */
    synchronized void finalized() {
        stage = Stage.AFTER_FINALIZE;
    }

    synchronized Stage stage() {
        return stage;
    }

    synchronized void exiting() {
        exiting = true;
        notifyAll();
    }

    /** The rank has ended, but its process goes on. */
    synchronized void ended() {
        ended = true;
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /** The rank opens it a moment after its start; who has asked before that is answered then. */
    void watching(LauncherConnection connection) {
        boolean asked;
        synchronized (this) {
            watch = connection;
            hasWatched = true;
            asked = stack != null;
        }
        if (asked) {
            ask(connection);
        }
    }

    synchronized void stack(String text) {
        if (stack != null) {
            stack.complete(text);
            stack = null;
        }
    }

    /**
     * Whether a rank whose process has ended had said that it was exiting. Waits, up to a limit, for what it sent
     * before its end.
     */
    synchronized boolean saidExiting(long limitMillis) throws InterruptedException {
        long deadline = System.nanoTime() + limitMillis * 1_000_000L;
        while (!exiting && !open.isEmpty()) {
            long left = (deadline - System.nanoTime()) / 1_000_000L;
            if (left <= 0) {
                break;
            }
            wait(left);
        }
        return exiting;
    }

    /** The Java stacks of all the rank's threads, which the rank itself prints. */
    CompletableFuture<String> askStack() {
        LauncherConnection asked;
        CompletableFuture<String> answer;
        synchronized (this) {
            if (stack != null) {
                return stack;
            }
            asked = watch;
            answer = new CompletableFuture<>();
            stack = answer;
            if (asked == null && !hasWatched && !ended) {
                return answer;
            }
        }
        if (asked == null) {
            stack("(no stack: it has ended)");
        } else {
            ask(asked);
        }
        return answer;
    }

    private void ask(LauncherConnection connection) {
        try {
            connection.send(new Message.Inspect(true));
        } catch (IOException e) {
            stack("(no stack: " + e.getMessage() + ")");
        }
    }
}
