package mpj.transport.nio;

import mpj.transport.spi.TransportException;

/**
 * What a user may set, all as system properties.
 *
 * @param networkInterface the name or an address of the interface to listen on, or null
 * @param firstPort the first port to try, 0 for any
 * @param lastPort the last
 * @param sendBuffer bytes of a socket's send buffer, 0 for what the system finds best
 * @param receiveBuffer likewise for receiving
 * @param timeoutMillis after so long a peer that does not answer is lost
 * @param tls whether connections are encrypted
 * @param direct whether bytes go straight between sockets and the program's arrays, by the C library
 */
record Settings(String networkInterface, int firstPort, int lastPort, int sendBuffer, int receiveBuffer,
                int timeoutMillis, boolean tls, boolean direct) {
    private static final String INTERFACE = "mpj.nio.interface";
    private static final String PORTS = "mpj.nio.ports";
    private static final String SEND_BUFFER = "mpj.nio.send.buffer";
    private static final String RECEIVE_BUFFER = "mpj.nio.receive.buffer";
    private static final String TIMEOUT = "mpj.nio.timeout";
    private static final String TLS = "mpj.nio.tls";
    private static final String DIRECT = "mpj.nio.direct";

    private static final int MAXIMUM_PORT = 65_535;
    private static final int DEFAULT_TIMEOUT_SECONDS = 10;
    private static final int MAXIMUM_TIMEOUT_SECONDS = 86_400;
    private static final int MINIMUM_SOCKET_BUFFER = 4 << 10;
    private static final int MAXIMUM_SOCKET_BUFFER = 1 << 30;

    static Settings read() {
        int[] ports = ports(System.getProperty(PORTS));
        return new Settings(System.getProperty(INTERFACE), ports[0], ports[1],
            number(SEND_BUFFER, 0, MINIMUM_SOCKET_BUFFER, MAXIMUM_SOCKET_BUFFER, "a number of bytes"),
            number(RECEIVE_BUFFER, 0, MINIMUM_SOCKET_BUFFER, MAXIMUM_SOCKET_BUFFER, "a number of bytes"),
            1000 * number(TIMEOUT, DEFAULT_TIMEOUT_SECONDS, 1, MAXIMUM_TIMEOUT_SECONDS, "a number of seconds"),
            flag(TLS, false), flag(DIRECT, hasBindings() && Settings.class.getModule().isNativeAccessEnabled()));
    }

    private static int number(String property, int otherwise, int least, int most, String kind) {
        String value = System.getProperty(property);
        try {
            int number = value == null ? otherwise : Integer.parseInt(value);
            if (value == null || number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // named below
        }
        throw new TransportException("-D" + property + "=" + value + " is not " + kind + " from " + least + " to "
            + most);
    }

    /** The platform whose C structures the bindings describe; elsewhere Java's channels do. */
    static boolean hasBindings() {
        return System.getProperty("os.name").equals("Linux") && System.getProperty("os.arch").equals("amd64");
    }

    private static boolean flag(String property, boolean otherwise) {
        String value = System.getProperty(property, Boolean.toString(otherwise));
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new TransportException("-D" + property + "=" + value + " is neither true nor false");
        };
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
            // named below
        }
        throw new TransportException("-D" + PORTS + "=" + value + " is not a range of ports such as 30000-30100");
    }

    /** The range as the user gave it, for messages. */
    String ports() {
        return "-D" + PORTS + "=" + firstPort + "-" + lastPort;
    }

    /** The interface as the user gave it, for messages. */
    String interfaceProperty() {
        return "-D" + INTERFACE + "=" + networkInterface;
    }
}
