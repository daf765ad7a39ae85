package mpj.transport.device;

import mpj.transport.spi.TransportException;

/** The platform whose C structures the bindings describe. */
public final class Platform {
    private Platform() {
    }

    /**
     * Refuses any other.
     *
     * @param transport the name of the transport that asks
     * @throws TransportException when this is not Linux on x86-64
     */
    public static void require(String transport) {
        String system = System.getProperty("os.name");
        String machine = System.getProperty("os.arch");
        if (!system.equals("Linux") || !machine.equals("amd64")) {
            throw new TransportException("transport " + transport + " runs on Linux on x86-64; this is " + system
                + " on " + machine + "; choose another with -Dmpj.transport=NAME");
        }
    }
}
