package mpj.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings with the events that ranks record, made here. */
class RecordingReaderTest {
    private static final String FACTS = """
        program=Sample
        size=2
        host.0.name=alpha
        host.0.ranks=0 1
        """;

    @TempDir
    Path folder;

    @Name("mpj.Call")
    @StackTrace(false)
    static final class CallEvent extends Event {
        int rank;
        String call;
        String communicator;
        int context;
        int peer;
        int tag;
        long bytes;
        String line;
    }

    @Name("mpj.MessageSent")
    @StackTrace(false)
    static final class SentEvent extends Event {
        int rank;
        int peer;
        int context;
        int tag;
        long bytes;
        long sequence;
        String protocol;
    }

    @Name("mpj.MessageMatched")
    @StackTrace(false)
    static final class MatchedEvent extends Event {
        int rank;
        int peer;
        int context;
        int tag;
        long bytes;
        long sequence;
        boolean unexpected;
    }

    @Name("mpj.MessagePosted")
    @StackTrace(false)
    static final class PostedEvent extends Event {
        int rank;
        int peer;
        int context;
        int tag;
    }

    @Name("mpj.ClockSample")
    @StackTrace(false)
    static final class ClockEvent extends Event {
        int rank;
        long nanoTime;
    }

    @Test
    void bothSidesOfAMessageAreJoinedAndAReceiveWithoutOneIsBlocked() throws IOException {
        try (Recording recording = new Recording()) {
            recording.start();
            clock();
            post(0, 1, 7);
            call(1, "Send", 0);
            sent(1, 0, 7, 1);
            matched(0, 1, 7, 1);
            call(0, "Recv", 1);
            post(0, 1, 8);
            clock();
            recording.dump(folder.resolve("rank-0.jfr"));
        }
        Files.writeString(folder.resolve(JobFacts.FILE), FACTS);
        Trace trace = RecordingReader.read(folder);
        assertEquals(List.of(0, 1), trace.lanes().stream().map(Lane::rank).toList());
        Call receive = trace.lanes().getFirst().calls().getFirst();
        assertEquals("Recv at A.java:0", receive.place());
        assertEquals(CallKind.RECEIVE, receive.kind());
        assertEquals(1, trace.messages().size());
        Message message = trace.messages().getFirst();
        assertTrue(message.isComplete() && message.sent <= message.matched, "sent and matched in this order");
        assertEquals(List.of("rank 0 receives from rank 1, tag 8"),
            trace.blocked().stream().map(Blocked::words).toList());
        assertEquals(List.of(), trace.notes());
    }

    @Test
    void aRecordingThatIsBrokenIsANoteAndTheOthersAreRead() throws IOException {
        try (Recording recording = new Recording()) {
            recording.start();
            call(0, "Send", 1);
            recording.dump(folder.resolve("rank-0.jfr"));
        }
        Files.writeString(folder.resolve("rank-1.jfr"), "this is no recording, but long enough to have a header:"
            + " sixty-eight bytes and more");
        Files.writeString(folder.resolve(JobFacts.FILE), FACTS);
        Trace trace = RecordingReader.read(folder);
        assertEquals(1, trace.calls());
        assertTrue(trace.notes().getFirst().startsWith("rank-1.jfr cannot be read to its end: "),
            trace.notes()::toString);
    }

    @Test
    void aFolderWithoutRecordingsIsNamed() throws IOException {
        Files.writeString(folder.resolve(JobFacts.FILE), FACTS);
        IOException e = assertThrows(IOException.class, () -> RecordingReader.read(folder));
        assertEquals("there is no recording in " + folder, e.getMessage());
    }

    private static void clock() {
        ClockEvent event = new ClockEvent();
        event.nanoTime = System.nanoTime();
        event.commit();
    }

    private static void call(int rank, String name, int peer) {
        CallEvent event = new CallEvent();
        event.begin();
        event.rank = rank;
        event.call = name;
        event.communicator = "MPI_COMM_WORLD";
        event.peer = peer;
        event.line = "A.java:" + rank;
        event.commit();
    }

    private static void sent(int rank, int peer, int tag, long sequence) {
        SentEvent event = new SentEvent();
        event.rank = rank;
        event.peer = peer;
        event.tag = tag;
        event.sequence = sequence;
        event.protocol = "eager";
        event.commit();
    }

    private static void matched(int rank, int peer, int tag, long sequence) {
        MatchedEvent event = new MatchedEvent();
        event.rank = rank;
        event.peer = peer;
        event.tag = tag;
        event.sequence = sequence;
        event.commit();
    }

    private static void post(int rank, int peer, int tag) {
        PostedEvent event = new PostedEvent();
        event.rank = rank;
        event.peer = peer;
        event.tag = tag;
        event.commit();
    }
}
