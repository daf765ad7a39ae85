package mpj.events;

/** Finds out whether this JVM can record events. */
public final class FlightRecording {
    private static final String MODULE = "jdk.jfr";

    private FlightRecording() {
    }

    /**
     * Makes the recorder of a rank's events.
     *
     * @return null if this JVM has no Flight Recorder; a message then says so, once for the rank
     */
    public static EventRecorder open(int rank) {
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            System.err.println("rank " + rank + ": mpj.events has no effect, since this JVM has no module " + MODULE
                + "; add it with --add-modules, or to the image when jlink makes it");
            return null;
        }
        RecordingRoom.watch(rank);
        return new EventRecorder(rank);
    }
}
