package mpj.runtime.wire;

/** The questions that a rank can be asked about itself. */
public enum Question {
    /** What is the rank doing? */
    STATE,
    /** What is the rank doing, and what are the stacks of its threads? */
    STACKS,
    /** What is the rank doing, and has everything that it sent arrived? */
    ARRIVALS
}
