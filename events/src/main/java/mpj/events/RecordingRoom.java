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
 * Ends the recording that mpjrun has asked for before the disk is full: Flight Recorder ends the whole JVM when it
 * cannot write.
 */
final class RecordingRoom {
    /** What mpjrun calls its recordings. Others are the user's, who may have other plans. */
    static final String NAME = "mpj";
    /** What ends the recording still has to be written: up to 10 MiB of each JVM. */
    static final long LEAST = 32 << 20;
    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(10);
    /** Where the chunks are, as Flight Recorder tells it. */
    private static final String REPOSITORY = "jdk.jfr.repository";

    private final int rank;
    private final LongSupplier room;

    /** @param room how many bytes are free where the recording is */
    RecordingRoom(int rank, LongSupplier room) {
        this.rank = rank;
        this.room = room;
    }

    /** Looks at the room from now on, by a thread of its own, if mpjrun has asked for a recording. */
    static void watch(int rank) {
        String repository = System.getProperty(REPOSITORY);
        if (repository == null || running() == null) {
            return;
        }
        FileStore disk;
        try {
            disk = Files.getFileStore(Path.of(repository));
        } catch (IOException e) {
            return; // its room cannot be known
        }
        RecordingRoom room = new RecordingRoom(rank, () -> usable(disk));
        Thread.ofPlatform().daemon().name("mpj-recording-room").start(() -> {
            while (!room.isOver()) {
                LockSupport.parkNanos(INTERVAL);
            }
        });
    }

    /** If it cannot be known, nothing is to be done. */
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

    /** True if nothing is recorded any more; that may be because it has just been ended. */
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
