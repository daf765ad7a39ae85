package tycho.registry;

/**
 * An address where a process listens for TLS connections.
 *
 * @param host a host name or an IP address
 * @param port the port, 1 to 65535
 */
public record Endpoint(String host, int port) {
    /** The most characters of a host. */
    public static final int LONGEST_HOST = 255;

    /** Checks host and port. */
    public Endpoint {
        if (host.isEmpty() || host.length() > LONGEST_HOST) {
            throw new IllegalArgumentException("the host of an endpoint has " + host.length()
                + " characters; it needs 1 to " + LONGEST_HOST);
        }
        if (port < 1 || port > 0xffff) {
            throw new IllegalArgumentException("the port of an endpoint is " + port + "; it must be 1 to 65535");
        }
    }

    /**
     * Parses an endpoint.
     *
     * @param text {@code host:port}; an IPv6 address stands in brackets
     * @return the endpoint
     */
    public static Endpoint parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            String host = text.substring(0, Math.max(colon, 0));
            if (host.startsWith("[") && host.endsWith("]")) {
                host = host.substring(1, host.length() - 1);
            }
            return new Endpoint(host, Integer.parseInt(text.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "' is not an address; write HOST:PORT, with a port from 1"
                + " to 65535");
        }
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
