/** Transport over InfiniBand and RoCE devices, through libibverbs. */
module mpj.transport.verbs {
    requires mpj.settings;
    requires mpj.transport.spi;
    requires mpj.transport.device;
    requires mpj.bindings;

    provides mpj.transport.spi.TransportProvider with mpj.transport.verbs.VerbsProvider;
    provides mpj.settings.Catalogue with mpj.transport.verbs.VerbsProperties;
}
