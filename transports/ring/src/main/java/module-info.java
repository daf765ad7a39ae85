/**
 * A channel that is a ring in memory shared by sender and receiver. Either two processes map the memory, or it belongs
 * to one process.
 */
module mpj.transport.ring {
    requires transitive mpj.transport.spi;

    exports mpj.transport.ring;
}
