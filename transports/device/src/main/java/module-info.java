/** What transports over network devices share. */
module mpj.transport.device {
    requires mpj.transport.spi;
    requires mpj.bindings;

    exports mpj.transport.device;
}
