package mpj.transport.device;

import mpj.bindings.Linux;
import mpj.transport.spi.TransportException;

/** The platform whose C structures the bindings describe. */
public final class Platform {
    private Platform() {
    }

    /**
     * Refuses every other platform.
     *
     * @param transport the name of the transport that asks
     * @throws TransportException when this is not Linux on x86-64 or aarch64
     */
    public static void require(String transport) {
        String obstacle = obstacle(transport);
        if (obstacle != null) {
            throw new TransportException(obstacle);
        }
    }

    /**
     * The reason why a transport cannot be used on this platform.
     *
     * @param transport the name of the transport that asks
     * @return the reason, or null if this is Linux on x86-64 or aarch64
     */
    public static String obstacle(String transport) {
        return Linux.hasBindings() ? null : "transport " + transport + " runs on Linux on x86-64 or aarch64; "
            + Linux.instead() + "; choose another with -Dmpj.transport=NAME";
    }
}
