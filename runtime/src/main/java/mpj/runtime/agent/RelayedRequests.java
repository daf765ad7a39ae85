package mpj.runtime.agent;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import mpj.runtime.host.LauncherRequests;
import mpj.runtime.wire.Message;

/** Passes the requests of this host's ranks up to the launcher. Thread-safe. */
final class RelayedRequests implements LauncherRequests {
    private final int host;
    private final Consumer<Upward> up;
    private final Map<Integer, CompletableFuture<Message>> open = new HashMap<>();
    private int requests;

    RelayedRequests(int host, Consumer<Upward> up) {
        this.host = host;
        this.up = up;
    }

    @Override
    public Message answer(int rank, Message request) throws InterruptedException {
        CompletableFuture<Message> answer = new CompletableFuture<>();
        int number;
        synchronized (this) {
            number = requests++;
            open.put(number, answer);
        }
        up.accept(new Upward.Asked(host, number, rank, request));
        try {
            return answer.get();
        } catch (ExecutionException e) {
            return new Message.Refused(e.getCause().toString());
        }
    }

    /** The answer from above. */
    void answered(int number, Message answer) {
        CompletableFuture<Message> asked;
        synchronized (this) {
            asked = open.remove(number);
        }
        if (asked != null) {
            asked.complete(answer);
        }
    }
}
