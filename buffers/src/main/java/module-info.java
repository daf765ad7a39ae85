/** Message buffers in the sectioned layout of mpjbuf. */
module mpj.buffers {
    exports mpjbuf;
}
