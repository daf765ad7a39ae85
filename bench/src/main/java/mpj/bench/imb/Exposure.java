package mpj.bench.imb;

/** Which of a rank's buffers others reach through a window. */
enum Exposure {
    /** No buffer: there is no window. */
    NONE,
    /** The buffer from which others get. */
    SEND,
    /** The buffer into which others put. */
    RECEIVE
}
