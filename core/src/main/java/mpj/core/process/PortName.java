package mpj.core.process;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * What the name of a port says: where its process listens, and the secret that a process must know to connect. Its text
 * is {@code mpj:PORT:SECRET:ADDRESS,ADDRESS…}. Whoever has the name may connect.
 *
 * @param number the TCP port
 * @param secret {@value #SECRET_BYTES} bytes
 * @param addresses of the host, in the order in which they should be tried
 */
record PortName(int number, byte[] secret, List<InetAddress> addresses) {
    static final int SECRET_BYTES = 32;

    private static final String SCHEME = "mpj";
    private static final int MOST_PORTS = 65_535;
    /** With these, the text has at most 500 characters. MPI_MAX_PORT_NAME is 1024. */
    private static final int MOST_ADDRESSES = 8;
    private static final int PARTS = 4;

    PortName {
        addresses = List.copyOf(addresses.subList(0, Math.min(addresses.size(), MOST_ADDRESSES)));
    }

    @Override
    public String toString() {
        return SCHEME + ":" + number + ":" + HexFormat.of().formatHex(secret) + ":"
            + addresses.stream().map(InetAddress::getHostAddress).collect(Collectors.joining(","));
    }

    /** Names the port in messages, without its secret. */
    String described() {
        return "port " + number + " of " + addresses.getFirst().getHostAddress();
    }

    /**
     * Reads the name of a port.
     *
     * @throws EngineException of class {@link ErrorClass#ERR_PORT} when the text is not the name of a port
     */
    static PortName of(String text) {
        if (text == null) {
            throw new EngineException(ErrorClass.ERR_PORT, "the port name is null; pass what openPort or lookupName"
                + " returned");
        }
        // Whoever writes the name to a file may end it with a line break.
        String[] parts = text.strip().split(":", PARTS);
        try {
            if (parts.length == PARTS && parts[0].equals(SCHEME)) {
                int number = Integer.parseInt(parts[1]);
                byte[] secret = HexFormat.of().parseHex(parts[2]);
                if (number > 0 && number <= MOST_PORTS && secret.length == SECRET_BYTES) {
                    return new PortName(number, secret, addresses(parts[PARTS - 1]));
                }
            }
        } catch (IllegalArgumentException | UnknownHostException e) {
            throw new EngineException(ErrorClass.ERR_PORT, malformed(text), e);
        }
        throw new EngineException(ErrorClass.ERR_PORT, malformed(text));
    }

    private static List<InetAddress> addresses(String text) throws UnknownHostException {
        List<InetAddress> addresses = new ArrayList<>();
        for (String each : text.split(",")) {
            // Only addresses: the name of a host would be looked up.
            if (!each.matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*(%.*)?")) {
                throw new IllegalArgumentException(each + " is no address");
            }
            addresses.add(InetAddress.getByName(each));
        }
        return addresses;
    }

    /** The text may contain a secret, so only its beginning is shown. */
    private static String malformed(String text) {
        int shown = SCHEME.length() + 7;
        return "\"" + (text.length() > shown ? text.substring(0, shown) + "…" : text)
            + "\" is not the name of a port; pass what openPort or lookupName returned";
    }

    /** The order in which addresses are tried: those that any host can reach first. */
    static int rank(InetAddress address) {
        if (address.isLoopbackAddress()) {
            return 2;
        }
        return address.isLinkLocalAddress() ? 3 : address instanceof Inet4Address ? 0 : 1;
    }
}
