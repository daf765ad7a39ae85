/** Transport between ranks that are threads of one JVM. */
module mpj.transport.threads {
    requires mpj.settings;
    requires mpj.bindings;
    requires mpj.transport.spi;
    requires mpj.transport.ring;

    provides mpj.transport.spi.TransportProvider with mpj.transport.threads.ThreadsProvider;
}
