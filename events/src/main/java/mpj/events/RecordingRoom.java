package mpj.events;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Ends the recording that mpjrun has asked for before the disk is full. Flight Recorder would end the whole JVM when it
 * cannot write.
 */
final class RecordingRoom {
    /** The name that mpjrun gives its recordings. Other recordings are the user's, who may have other plans. */
    static final String NAME = "mpj";
    /** The least free space. Ending the recording still writes up to 10 MiB for each JVM. */
    static final long LEAST = 32 << 20;
    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(10);
    /** The property in which Flight Recorder tells where the chunks are. */
    private static final String REPOSITORY = "jdk.jfr.repository";

    private final int rank;
    private final LongSupplier room;

    /**
     * @param room the number of bytes that are free on the disk of the recording
     */
    RecordingRoom(int rank, LongSupplier room) {
        this.rank = rank;
        this.room = room;
    }

    /** Watches the free space from now on, in a thread of its own, if mpjrun has asked for a recording. */
    static void watch(int rank) {
        String repository = System.getProperty(REPOSITORY);
        if (repository == null || running() == null) {
            return;
        }
        FileStore disk;
        try {
            disk = Files.getFileStore(Path.of(repository));
        } catch (IOException e) {
            return; // the free space cannot be found out
        }
        RecordingRoom room = new RecordingRoom(rank, () -> usable(disk));
        Thread.ofPlatform().daemon().name("mpj-recording-room").start(() -> {
            while (!room.isOver()) {
                LockSupport.parkNanos(INTERVAL);
            }
        });
    }

    /** The free space, or the largest number if it cannot be found out, so that nothing is done then. */
    private static long usable(FileStore disk) {
        try {
            return disk.getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    private static Recording running() {
        for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
            if (recording.getName().equals(NAME) && recording.getState() == RecordingState.RUNNING) {
                return recording;
            }
        }
        return null;
    }

    /** Returns true if nothing is recorded any more, perhaps because this call has ended the recording. */
    boolean isOver() {
        Recording running = running();
        if (running == null) {
            return true;
        }
        long free = room.getAsLong();
        if (free >= LEAST) {
            return false;
        }
        running.stop();
        System.err.println("rank " + rank + ": the recording ends here, since only " + (free >> 20)
            + " MiB are free where it is; the job goes on");
        return true;
    }
}
