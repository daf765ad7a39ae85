package mpj.transport.device;

import mpj.bindings.Linux;
import mpj.transport.spi.TransportException;

/** The platform whose C structures the bindings describe. */
public final class Platform {
    private Platform() {
    }

    /**
     * Refuses any other.
     *
     * @param transport the name of the transport that asks
     * @throws TransportException when this is not Linux on x86-64 or aarch64
     */
    public static void require(String transport) {
        if (!Linux.hasBindings()) {
            throw new TransportException("transport " + transport + " runs on Linux on x86-64 or aarch64; "
                + Linux.instead() + "; choose another with -Dmpj.transport=NAME");
        }
    }
}
