/** What a transport is. */
module mpj.transport.spi {
    exports mpj.transport.spi;
}
