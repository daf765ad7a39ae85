/**
 * Message buffers in the sectioned layout of mpjbuf, on {@link java.lang.foreign.MemorySegment}: {@code mpjbuf} has the
 * buffer API of MPJ Express, and {@code mpjbuf.layout} the layout itself, for code that moves messages.
 */
module mpj.buffers {
    exports mpjbuf;
    exports mpjbuf.layout;
}
