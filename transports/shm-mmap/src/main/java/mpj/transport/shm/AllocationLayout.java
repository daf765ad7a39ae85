package mpj.transport.shm;

import mpj.transport.ring.ChannelLayout;

/**
 * The layout of an allocation's file.
 *
 * <pre>
 *   header   0: 1 when it is freed                                    written once, by the owner
 *           64: 1 while a reader has the owner's help                 readers
 *          128: the copy, and the first byte that nobody has taken    the reader that has help, and the owner
 *          192: the number of bytes that are copied                   both
 *          256: the source and the target of the copy                 that reader, before each copy
 *   4096: the program's memory
 * </pre>
 */
final class AllocationLayout {
    private static final int LINE = ChannelLayout.LINE;

    static final long FREED_AT = 0;
    static final long BUSY_AT = LINE;
    static final long TAKEN_AT = 2 * LINE;
    static final long COPIED_AT = 3 * LINE;
    /** 1 when the owner could not copy a piece that it had taken. */
    static final long FAILED_AT = COPIED_AT + Long.BYTES;
    static final long TARGET_PROCESS_AT = 4 * LINE;
    static final long TARGET_DESCRIPTOR_AT = TARGET_PROCESS_AT + Integer.BYTES;
    static final long TARGET_NUMBER_AT = TARGET_DESCRIPTOR_AT + Integer.BYTES;
    static final long TARGET_BYTES_AT = TARGET_NUMBER_AT + Long.BYTES;
    static final long FROM_AT = TARGET_BYTES_AT + Long.BYTES;
    static final long TO_AT = FROM_AT + Long.BYTES;
    static final long LENGTH_AT = TO_AT + Long.BYTES;
    static final long PIECE_AT = LENGTH_AT + Long.BYTES;
    static final long MEMORY_AT = ChannelLayout.PAGE;

    private AllocationLayout() {
    }
}
