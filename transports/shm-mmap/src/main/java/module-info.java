/** Transport between the JVMs of one host, through mapped memory. */
module mpj.transport.shm {
    requires mpj.settings;
    requires mpj.transport.spi;
    requires mpj.transport.ring;
    requires mpj.bindings;

    provides mpj.transport.spi.TransportProvider with mpj.transport.shm.ShmProvider;
    provides mpj.settings.Catalogue with mpj.transport.shm.ShmProperties;
}
