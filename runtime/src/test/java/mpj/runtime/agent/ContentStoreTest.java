package mpj.runtime.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import mpj.runtime.host.CacheFolder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries that are not at the launcher's path on this host. */
class ContentStoreTest {
    private static final byte[] BYTES = "classes".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path folder;
    private ContentStore store;
    private String digest;

    @BeforeEach
    void make() throws IOException {
        store = new ContentStore(new CacheFolder(folder.resolve("mpj")));
        digest = Content.of(Files.write(folder.resolve("source.jar"), BYTES)).digest();
    }

    private Content content(String name) {
        return new Content(folder.resolve("nowhere").resolve(name).toString(), digest);
    }

    private ContentStore.Arrival arrival(Content content) throws IOException {
        ContentStore.Arrival arrival = store.begin(content);
        arrival.file("");
        arrival.bytes(BYTES);
        return arrival;
    }

    private Path receive(Content content) throws IOException {
        assertNull(store.find(content));
        ContentStore.Arrival arrival = arrival(content);
        Path place = arrival.complete();
        arrival.discard();
        return place;
    }

    @Test
    void sameContentsWithTwoNamesAreBothKept() throws IOException {
        Path first = receive(content("first.jar"));
        Path second = receive(content("second.jar"));
        assertEquals(first, store.find(content("first.jar")));
        assertEquals(second, store.find(content("second.jar")));
    }

    @Test
    void entryThatTwoAgentsReceiveAtTheSameTimeIsThereOnce() throws IOException {
        Content content = content("a.jar");
        ContentStore.Arrival one = arrival(content);
        ContentStore.Arrival other = arrival(content);
        assertEquals(one.complete(), other.complete());
        one.discard();
        other.discard();
        assertEquals(folder.resolve("mpj/shipped").resolve(digest).resolve("a.jar"), store.find(content));
    }

    @Test
    void damagedEntryIsReceivedAgain() throws IOException {
        Content content = content("a.jar");
        Files.write(receive(content), new byte[1]);
        assertEquals(receive(content), store.find(content));
    }
}
