/** Transport over any fabric that libfabric (OFI) has a provider for. */
module mpj.transport.libfabric {
    requires mpj.settings;
    requires mpj.transport.spi;
    requires mpj.transport.device;
    requires mpj.bindings;

    provides mpj.transport.spi.TransportProvider with mpj.transport.libfabric.LibfabricProvider;
    provides mpj.settings.Catalogue with mpj.transport.libfabric.LibfabricProperties;
}
