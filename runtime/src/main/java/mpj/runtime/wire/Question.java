package mpj.runtime.wire;

/** What a rank is asked about itself. */
public enum Question {
    /** What it is doing. */
    STATE,
    /** The same, with the stacks of its threads. */
    STACKS,
    /** What it is doing, and whether what it has sent has arrived. */
    ARRIVALS
}
