/**
 * Message buffers in the sectioned layout of mpjbuf, on {@link java.lang.foreign.MemorySegment}: {@code mpjbuf} is the
 * buffer API of MPJ Express, {@code mpjbuf.layout} the layout itself, for code that moves messages.
 */
module mpj.buffers {
    exports mpjbuf;
    exports mpjbuf.layout;
}
