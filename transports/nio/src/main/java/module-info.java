/** Transport between hosts over TCP. */
module mpj.transport.nio {
    requires mpj.settings;
    requires mpj.bindings;
    requires mpj.transport.spi;
    requires jdk.net;

    provides mpj.transport.spi.TransportProvider with mpj.transport.nio.NioProvider;
    provides mpj.settings.Catalogue with mpj.transport.nio.NioProperties;
}
