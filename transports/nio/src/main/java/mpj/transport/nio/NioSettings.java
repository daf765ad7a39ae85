package mpj.transport.nio;

/**
 * The user's settings, as {@link NioProperties} describes them.
 *
 * @param networkInterface the name or an address of the interface to listen on, or null
 * @param firstPort the first port to try, 0 for any
 * @param lastPort the last port to try
 * @param sendBuffer the bytes of a socket's send buffer, 0 for the system's choice
 * @param receiveBuffer the bytes of a socket's receive buffer, 0 for the system's choice
 * @param timeoutMillis the time after which a peer that does not answer is lost, in milliseconds
 * @param tls whether connections are encrypted
 * @param direct whether the C library moves bytes straight between sockets and the program's arrays
 */
record NioSettings(String networkInterface, int firstPort, int lastPort, int sendBuffer, int receiveBuffer,
                   int timeoutMillis, boolean tls, boolean direct) {
    private static final int MAXIMUM_PORT = 65_535;

    static NioSettings read() {
        int[] ports = ports(NioProperties.PORTS.value());
        return new NioSettings(NioProperties.INTERFACE.value(), ports[0], ports[1],
            NioProperties.SEND_BUFFER.intValue(), NioProperties.RECEIVE_BUFFER.intValue(),
            1000 * NioProperties.TIMEOUT.intValue(), NioProperties.TLS.value(), NioProperties.DIRECT.value());
    }

    private static int[] ports(String value) {
        if (value == null) {
            return new int[] {0, 0};
        }
        String[] ends = value.split("-", 2);
        try {
            int first = Integer.parseInt(ends[0]);
            int last = Integer.parseInt(ends[ends.length - 1]);
            if (first >= 1 && first <= last && last <= MAXIMUM_PORT) {
                return new int[] {first, last};
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw NioProperties.PORTS.refused(value);
    }

    /** The range of ports as the user gave it, for error messages. */
    String ports() {
        return "-D" + NioProperties.PORTS.definition(firstPort + "-" + lastPort);
    }

    /** The interface as the user gave it, for error messages. */
    String interfaceProperty() {
        return "-D" + NioProperties.INTERFACE.definition(networkInterface);
    }
}
