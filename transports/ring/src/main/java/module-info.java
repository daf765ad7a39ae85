/** A channel as a ring in memory that sender and receiver share, whether mapped by two processes or of one. */
module mpj.transport.ring {
    requires transitive mpj.transport.spi;

    exports mpj.transport.ring;
}
