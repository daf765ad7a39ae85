package mpj.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.junit.jupiter.api.Test;

class RecordingRoomTest {
    private long free = RecordingRoom.LEAST;
    private final RecordingRoom room = new RecordingRoom(0, () -> free);

    private static Recording started(String name) {
        Recording recording = new Recording();
        recording.setName(name);
        recording.start();
        return recording;
    }

    @Test
    void theRecordingOfMpjrunEndsBeforeTheDiskIsFull() {
        try (Recording own = started(RecordingRoom.NAME); Recording other = started("other")) {
            assertFalse(room.isOver());
            free--;
            assertTrue(room.isOver());
            assertEquals(RecordingState.STOPPED, own.getState());
            assertEquals(RecordingState.RUNNING, other.getState());
        }
    }

    @Test
    void thereIsNothingToWatchWithoutSuchARecording() {
        try (Recording _ = started("other")) {
            free = 0;
            assertTrue(room.isOver());
        }
    }
}
