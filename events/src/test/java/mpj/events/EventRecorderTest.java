package mpj.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import mpj.tools.Message;
import mpj.tools.Message.Protocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events of a rank in a recording, as a reader of the recording sees them. */
class EventRecorderTest {
    private static final int RANK = 3;
    private static final Message MESSAGE = new Message(2, 1, 5, 4096, 17, Protocol.RENDEZVOUS, "shm");

    @TempDir
    private Path folder;
    private final EventRecorder recorder = new EventRecorder(RANK);

    private List<RecordedEvent> recorded(Runnable what) throws IOException {
        Path file = folder.resolve("test.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            what.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().startsWith("mpj.")).toList();
    }

    private RecordedEvent recordedOne(String name, Runnable what) throws IOException {
        List<RecordedEvent> events = recorded(what);
        assertEquals(List.of(name), events.stream().map(event -> event.getEventType().getName()).toList());
        assertEquals(RANK, events.getFirst().getInt("rank"));
        return events.getFirst();
    }

    private static void assertIsTheMessage(RecordedEvent event) {
        assertEquals(1, event.getInt("peer"));
        assertEquals(2, event.getInt("context"));
        assertEquals(5, event.getInt("tag"));
        assertEquals(4096, event.getLong("bytes"));
        assertEquals(17, event.getLong("sequence"));
    }

    @Test
    void bothSidesTellTheNumberOfAMessage() throws IOException {
        List<RecordedEvent> events = recorded(() -> {
            recorder.sent(MESSAGE);
            recorder.arrived(MESSAGE, true);
        });
        assertEquals(List.of("mpj.MessageSent", "mpj.MessageArrived"),
            events.stream().map(event -> event.getEventType().getName()).toList());
        events.forEach(EventRecorderTest::assertIsTheMessage);
        events.forEach(event -> assertEquals("rendezvous", event.getString("protocol")));
        assertEquals("shm", events.getFirst().getString("transport"));
        assertTrue(events.getLast().getBoolean("unexpected"));
    }

    @Test
    void matchOfAMessageThatWasExpectedIsToldByItsArrival() throws IOException {
        RecordedEvent matched = recordedOne("mpj.MessageMatched", () -> {
            recorder.matched(MESSAGE, false, 0);
            recorder.matched(MESSAGE, true, 250);
        });
        assertIsTheMessage(matched);
        assertEquals(250, matched.getDuration("waited").toNanos());
    }

    @Test
    void clockSampleLiesBetweenTheReadingsBeforeAndAfter() throws IOException {
        long before = System.nanoTime();
        RecordedEvent sample = recordedOne("mpj.ClockSample", () -> recorder.sampleClock(-7_000, 900));
        long after = System.nanoTime();
        long at = sample.getLong("nanoTime");
        assertTrue(before <= at && at <= after, before + " " + at + " " + after);
        assertEquals(-7_000, sample.getDuration("offset").toNanos());
        assertEquals(900, sample.getDuration("offsetError").toNanos());
    }

    @Test
    void unknownOffsetHasTheErrorMinusOne() throws IOException {
        RecordedEvent sample = recordedOne("mpj.ClockSample", () -> recorder.sampleClock(0, -1));
        assertEquals(-1, sample.getDuration("offsetError").toNanos());
    }

    @Test
    void clocksAreSampledOnlyWhereARecordingWantsThem() throws IOException {
        assertFalse(recorder.samplesClock());
        recorded(() -> assertTrue(recorder.samplesClock()));
    }

    @Test
    void recordingThatBeginsLaterNamesTheJobOfTheRank() throws IOException {
        recorder.describe(8, "alpha", "0-3");
        try {
            List<RecordedEvent> events = recorded(() -> {
            });
            assertFalse(events.isEmpty());
            for (RecordedEvent event : events) {
                assertEquals("mpj.Rank", event.getEventType().getName());
                assertEquals(RANK, event.getInt("rank"));
                assertEquals(8, event.getInt("size"));
                assertEquals("alpha", event.getString("host"));
                assertEquals("0-3", event.getString("cores"));
            }
        } finally {
            recorder.close();
        }
        assertEquals(List.of(), recorded(() -> {
        }), "after Finalize");
    }
}
