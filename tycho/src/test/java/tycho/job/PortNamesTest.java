package tycho.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tycho.Client;
import tycho.mediator.Site;

@Timeout(100)
class PortNamesTest {
    @TempDir
    Path folder;

    /** A program of a job, in a thread of this JVM. */
    private static final class Names implements AutoCloseable {
        private final DataOutputStream requests;
        private final DataInputStream answers;
        private final CompletableFuture<Void> program;

        Names(Site site, String mediator, String job) throws IOException {
            PipedInputStream in = new PipedInputStream();
            PipedOutputStream out = new PipedOutputStream();
            requests = new DataOutputStream(new PipedOutputStream(in));
            answers = new DataInputStream(new PipedInputStream(out));
            program = CompletableFuture.runAsync(() -> PortNames.run(() -> Client.options().withoutListening()
                .keys(site.keys()).mediators(mediator).connect(), "mpjrun", job, in, out),
                task -> Thread.ofPlatform().daemon().start(task));
        }

        String ask(String request, String name, String value) throws IOException {
            requests.writeUTF(request);
            requests.writeUTF(name);
            requests.writeUTF(value);
            requests.flush();
            return answers.readUTF() + " " + answers.readUTF();
        }

        @Override
        public void close() throws IOException {
            requests.close();
            program.join();
        }
    }

    /** The first program stands for one that was ended by force: its entries are still there. */
    @Test
    void entriesOfAnEarlierProgramOfTheJobAreNotForeign() throws Exception {
        try (Site site = new Site(folder, "here")) {
            String mediator = site.start();
            try (Names first = new Names(site, mediator, "one"); Names second = new Names(site, mediator, "one");
                    Names other = new Names(site, mediator, "other")) {
                assertEquals("DONE ", first.ask("PUBLISH", "a", "port"));
                assertEquals("DONE ", second.ask("PUBLISH", "a", "port"));
                assertEquals("VALUE port", other.ask("LOOK-UP", "a", ""));
                assertTrue(second.ask("PUBLISH", "a", "port").startsWith("PUBLISHED "));
                assertTrue(other.ask("PUBLISH", "a", "port").startsWith("PUBLISHED "));
                assertTrue(other.ask("WITHDRAW", "a", "").startsWith("FOREIGN "));
                assertEquals("DONE ", second.ask("WITHDRAW", "a", ""));
                assertEquals("DONE ", first.ask("PUBLISH", "b", "port"));
                assertEquals("DONE ", second.ask("WITHDRAW", "b", ""));
            }
        }
    }
}
