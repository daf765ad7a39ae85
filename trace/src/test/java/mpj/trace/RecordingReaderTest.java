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
import jdk.jfr.Timespan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings with the events that ranks record. The test makes the events itself. */
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
        long sequence;
        boolean unexpected;
    }

    @Name("mpj.CallUnderWay")
    @StackTrace(false)
    static final class UnderWayEvent extends Event {
        int rank;
        Thread caller;
        String call;
        String communicator;
        int context;
        int peer;
        int tag;
        long bytes;
        @Timespan(Timespan.NANOSECONDS)
        long since;
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

    @Name("mpj.MessageArrived")
    @StackTrace(false)
    static final class ArrivedEvent extends Event {
        int rank;
        int peer;
        int context;
        int tag;
        long bytes;
        long sequence;
        String protocol;
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
            arrived(0, 1, 7, 1, false);
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
    void aCallThatTellsOfItsMessageIsBothSidesOfOne() throws IOException {
        try (Recording recording = new Recording()) {
            recording.start();
            call(1, "Send", 0, 1, false);
            call(0, "Recv", 1, 1, false);
            call(1, "Send", 0, 2, false);
            arrived(0, 1, 7, 2, true);
            call(0, "Recv", 1, 2, true);
            recording.dump(folder.resolve("rank-0.jfr"));
        }
        Files.writeString(folder.resolve(JobFacts.FILE), FACTS);
        Trace trace = RecordingReader.read(folder);
        assertEquals("MPI_COMM_WORLD", trace.lanes().getFirst().calls().getFirst().communicator());
        assertEquals(List.of(false, true), trace.messages().stream().map(message -> message.unexpected).toList());
        for (Message message : trace.messages()) {
            assertTrue(message.sent <= message.arrived && message.arrived <= message.matched, "in this order");
        }
    }

    @Test
    void aCallThatHasNotReturnedWaitsUntilTheEnd() throws IOException {
        try (Recording recording = new Recording()) {
            recording.start();
            clock();
            call(0, "Barrier", -1);
            underWay(0, "Send");
            underWay(1, "Recv");
            call(1, "Recv", 0); // the call did return, but after the end of a chunk
            clock();
            recording.dump(folder.resolve("rank-0.jfr"));
        }
        Files.writeString(folder.resolve(JobFacts.FILE), FACTS);
        Trace trace = RecordingReader.read(folder);
        Call hanging = trace.lanesOf(0).getFirst().calls().getLast();
        assertEquals("Send at A.java:0", hanging.place());
        assertEquals(CallKind.WAIT, hanging.kind());
        assertEquals(trace.nanos(), hanging.end());
        assertTrue(!hanging.returned(), hanging::toString);
        assertEquals(List.of(true), trace.lanesOf(1).getFirst().calls().stream().map(Call::returned).toList());
        assertEquals(1, trace.totals().table().stream().filter(row -> row.name().equals("Send")).count());
    }

    @Test
    void ofTooManyEventsSlicesAreKeptAndTheSumsAreOfAll() throws IOException {
        int number = 20_000;
        try (Recording recording = new Recording()) {
            recording.start();
            call(0, "Init", -1);
            for (int i = 1; i <= number; i++) {
                call(1, "Send", 0, i, false);
                call(0, "Recv", 1, i, false);
            }
            post(0, 1, 8);
            recording.dump(folder.resolve("rank-0.jfr"));
        }
        Files.writeString(folder.resolve(JobFacts.FILE), FACTS);
        Trace trace = RecordingReader.read(folder, number / 2);
        assertEquals(2 * number + 1, trace.totals().calls());
        assertEquals(number, trace.totals().messages());
        assertEquals(number, Traffic.of(trace).get(new Totals.Pair(1, 0)).messages());
        long kept = trace.lanes().stream().mapToLong(lane -> lane.calls().size()).sum();
        assertTrue(kept > number / 20 && kept < number, kept + " calls are kept");
        assertTrue(trace.messages().stream().filter(Message::isComplete).count() > number / 40,
            trace.messages().size() + " messages are kept");
        assertEquals("Init", trace.lanes().getFirst().calls().getFirst().name());
        assertEquals(List.of("rank 0 receives from rank 1, tag 8"),
            trace.blocked().stream().map(Blocked::words).toList());
        assertTrue(trace.notes().getFirst().startsWith("There are 40,001 calls and 20,000 messages, more than can be"),
            trace.notes()::toString);
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
        assertEquals(1, trace.totals().calls());
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

    private static void underWay(int rank, String name) {
        UnderWayEvent event = new UnderWayEvent();
        event.rank = rank;
        event.caller = Thread.currentThread();
        event.call = name;
        event.peer = -1;
        event.since = 1;
        event.line = "A.java:" + rank + " (demo.A.main)";
        event.commit();
    }

    private static void call(int rank, String name, int peer) {
        call(rank, name, peer, 0, false);
    }

    private static void call(int rank, String name, int peer, long sequence, boolean unexpected) {
        CallEvent event = new CallEvent();
        event.begin();
        event.rank = rank;
        event.call = name;
        event.communicator = "MPI_COMM_WORLD (context 0)";
        event.peer = peer;
        event.line = "A.java:" + rank + " (demo.A.main)";
        event.sequence = sequence;
        event.unexpected = unexpected;
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

    private static void arrived(int rank, int peer, int tag, long sequence, boolean unexpected) {
        ArrivedEvent event = new ArrivedEvent();
        event.unexpected = unexpected;
        event.protocol = "eager";
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
