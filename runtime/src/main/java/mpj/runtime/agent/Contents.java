package mpj.runtime.agent;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.io.IOException;

/** Where the class path entries of a job are on this host. An entry becomes known when it has arrived. Thread-safe. */
public final class Contents {
    private final Map<String, CompletableFuture<Path>> places = new ConcurrentHashMap<>();

    /** The entries on the launcher's host, from which all other hosts get them. */
    public static Contents ofLauncher(List<Content> classPath) {
        Contents contents = new Contents();
        classPath.forEach(content -> contents.found(content.digest(), Path.of(content.path())));
        return contents;
    }

    void found(String digest, Path place) {
        place(digest).complete(place);
    }

    /** Waits until this host has an entry, and returns the entry's place. */
    Path await(String digest) throws IOException, InterruptedException {
        try {
            return place(digest).get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    private CompletableFuture<Path> place(String digest) {
        return places.computeIfAbsent(digest, d -> new CompletableFuture<>());
    }
}
