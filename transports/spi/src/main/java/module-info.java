/** The contract between the engine and the transports. */
module mpj.transport.spi {
    exports mpj.transport.spi;
}
