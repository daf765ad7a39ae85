package mpj.runtime.host;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How the JVMs of a host's ranks record what they do. Each JVM uses JDK Flight Recorder and a folder of its own. The
 * chunks of the recording are in that folder from the beginning, so that they remain when a JVM is killed.
 *
 * @param folder with a folder for each rank; null when nothing is recorded
 * @param mostBytes the largest size of a rank's recording; beyond that, the oldest part is dropped
 */
public record Recording(Path folder, long mostBytes) {
    /** Nothing is recorded. */
    public static final Recording NONE = new Recording(null, 0);

    /** The folder for all JVMs of a job that do not know their rank before they start. */
    static final String ALL = "chunks";

    private static final String MODULE = "jdk.jfr";
    /** The recordings get this part of the free room, because they are later joined and also written as a page. */
    private static final int PART_OF_ROOM = 3;
    private static final long LEAST_BYTES = 24 << 20;
    /** The recorder stops all threads when it begins a new chunk. When there is no room left, it drops one chunk. */
    private static final long CHUNKS = 8;
    private static final long LEAST_CHUNK = 3;
    private static final long MOST_CHUNK = 128;
    private static final long GRACE_MILLIS = 5_000;
    private static final List<String> EVENTS = List.of("Call", "MessageSent", "MessagePosted", "MessageMatched",
        "MessageArrived", "ChannelOpened", "BackPressure", "Registration", "CollectivePhase", "RankLost",
        "ClockSample", "CallUnderWay", "Rank");

    /**
     * Prepares the recordings of a number of ranks.
     *
     * @throws IOException when recordings are impossible; the message says why, and what to do
     */
    public static Recording into(Path folder, int ranks) throws IOException {
        if (ModuleFinder.ofSystem().find(MODULE).isEmpty()) {
            throw new IOException("this JDK has no module " + MODULE + ", which records; use one that has it");
        }
        long room = Files.getFileStore(folder).getUsableSpace();
        long each = room / PART_OF_ROOM / ranks;
        if (each < LEAST_BYTES) {
            throw new IOException("only " + (room >> 20) + " MiB are free in " + folder + ", and " + ranks
                + (ranks == 1 ? " rank needs " : " ranks need ") + (PART_OF_ROOM * ranks * LEAST_BYTES >> 20)
                + " MiB; name a folder elsewhere");
        }
        return new Recording(folder, each);
    }

    /** Whether anything is recorded. */
    public boolean isOn() {
        return folder != null;
    }

    /**
     * The folder in which a JVM keeps the chunks of its recording. If the JVM has several ranks, the folder is that of
     * the first.
     */
    Path chunksOf(int rank) {
        return folder.resolve("rank-" + rank + ".chunks");
    }

    /** The time that a JVM may take to end, because it must still write its last events. */
    long graceMillis(long otherwise) {
        return isOn() ? Math.max(GRACE_MILLIS, otherwise) : otherwise;
    }

    /**
     * The flags with which a rank's JVM records. They switch off the recorder's log, which would appear in the
     * program's output.
     */
    List<String> flags(int rank) {
        return flags(isOn() ? chunksOf(rank) : null);
    }

    /** The flags for ranks that another launcher starts, all with one command. */
    public List<String> flagsOfAll() {
        return flags(isOn() ? folder.resolve(ALL) : null);
    }

    private List<String> flags(Path chunks) {
        if (!isOn()) {
            return List.of();
        }
        List<String> settings = new ArrayList<>();
        for (String event : EVENTS) {
            settings.add("+mpj." + event + "#enabled=true");
        }
        // The last stacks show where a rank hung.
        settings.add("+jdk.ThreadDump#enabled=true,+jdk.ThreadDump#period=endChunk");
        return List.of("-XX:StartFlightRecording:name=mpj,settings=none,maxsize=" + mostBytes + ","
            + String.join(",", settings),
            "-XX:FlightRecorderOptions:repository=\"" + chunks + "\",preserve-repository=true,maxchunksize="
                + Math.clamp(mostBytes / CHUNKS >> 20, LEAST_CHUNK, MOST_CHUNK) + "M",
            "-Xlog:jfr*=off");
    }
}
