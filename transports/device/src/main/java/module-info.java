/** The parts that transports over network devices share. */
module mpj.transport.device {
    requires transitive mpj.transport.spi;
    requires mpj.bindings;

    exports mpj.transport.device;
}
