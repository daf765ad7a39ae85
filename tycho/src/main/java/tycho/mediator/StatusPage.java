package tycho.mediator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.Executors;
import tycho.registry.Endpoint;

/**
 * {@code mediator --ui}: what a mediator knows, as a page that updates itself. The page is served only under a path
 * that begins with a random token, which the mediator prints.
 */
final class StatusPage implements AutoCloseable {
    private static final int TOKEN_BYTES = 16;
    private static final int FORBIDDEN = 403;
    private static final int OK = 200;

    private final HttpServer server;
    private final StatusPicture picture;
    private final String token;
    private final byte[] page;

    private StatusPage(HttpServer server, StatusPicture picture, String token, byte[] page) {
        this.server = server;
        this.picture = picture;
        this.token = token;
        this.page = page;
    }

    /** Serves the page until it is closed. */
    static StatusPage serve(Endpoint endpoint, StatusPicture picture) throws IOException {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        HttpServer server;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(endpoint.host()), endpoint.port()),
                0);
        } catch (IOException e) {
            throw new IOException("--ui " + endpoint + ": the page cannot be served there: " + e.getMessage()
                + "; name another port", e);
        }
        try (InputStream page = StatusPage.class.getResourceAsStream("status.html")) {
            StatusPage status = new StatusPage(server, picture, HexFormat.of().formatHex(random), page.readAllBytes());
            server.createContext("/", status::answer);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.start();
            return status;
        }
    }

    /** The address with the token. */
    String address() {
        InetSocketAddress at = server.getAddress();
        return "http://" + new Endpoint(at.getAddress().getHostAddress(), at.getPort()) + "/" + token + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String[] path = exchange.getRequestURI().getPath().split("/", 3);
            String given = path.length < 3 ? "" : path[1];
            if (!MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8),
                given.getBytes(StandardCharsets.UTF_8))) {
                send(exchange, FORBIDDEN, "text/plain", "the token is missing or wrong\n"
                    .getBytes(StandardCharsets.UTF_8));
            } else if (path[2].equals("data")) {
                send(exchange, OK, "application/json", picture.json().getBytes(StandardCharsets.UTF_8));
            } else {
                send(exchange, OK, "text/html; charset=utf-8", page);
            }
        }
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] content) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
        exchange.sendResponseHeaders(status, content.length);
        try (OutputStream body = exchange.getResponseBody()) {
            body.write(content);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
