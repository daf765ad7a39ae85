package mpj.runtime.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * Finds the program's class path on this host, and asks the agent above for missing entries, one at a time. An entry is
 * shipped to a host once and kept there.
 */
final class Supply {
    private final ContentStore store;
    private final Contents contents;
    private final Consumer<Upward> up;
    private ContentStore.Arrival arriving;
    private CompletableFuture<Path> arrived;

    Supply(ContentStore store, Contents contents, Consumer<Upward> up) {
        this.store = store;
        this.contents = contents;
        this.up = up;
    }

    /** Returns the paths of the entries on this host. */
    List<String> find(List<Content> classPath) throws IOException, InterruptedException {
        List<String> places = new ArrayList<>();
        for (Content content : classPath) {
            Path place = store.find(content);
            if (place == null) {
                place = fetch(content);
            }
            contents.found(content.digest(), place);
            places.add(place.toString());
        }
        return places;
    }

    /** Takes a message from above, on the thread that reads. */
    void received(Downward message) {
        ContentStore.Arrival current;
        synchronized (this) {
            current = arriving;
        }
        if (current == null) {
            return;
        }
        try {
            switch (message) {
                case Downward.ShippedFile file -> current.file(file.name());
                case Downward.ShippedBytes bytes -> current.bytes(bytes.bytes());
                case Downward.ShippedAll all when all.failure().isEmpty() -> finish(current, current.complete(), null);
                case Downward.ShippedAll all -> throw new IOException(all.failure());
                default -> throw new IllegalArgumentException(message.toString());
            }
        } catch (IOException e) {
            finish(current, null, e);
        }
    }

    private Path fetch(Content content) throws IOException, InterruptedException {
        CompletableFuture<Path> place = new CompletableFuture<>();
        ContentStore.Arrival arrival = store.begin(content);
        synchronized (this) {
            arriving = arrival;
            arrived = place;
        }
        try {
            up.accept(new Upward.Need(content.digest()));
            return place.get();
        } catch (ExecutionException e) {
            throw new IOException("cannot store " + content.path() + ": " + reason(e.getCause()), e.getCause());
        } finally {
            arrival.discard();
        }
    }

    private static String reason(Throwable cause) {
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    private void finish(ContentStore.Arrival arrival, Path place, IOException failure) {
        CompletableFuture<Path> waiting;
        synchronized (this) {
            arriving = null;
            waiting = arrived;
        }
        if (failure != null) {
            waiting.completeExceptionally(failure);
        } else {
            waiting.complete(place);
        }
    }
}
