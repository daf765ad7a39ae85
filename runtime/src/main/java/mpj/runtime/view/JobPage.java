package mpj.runtime.view;

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
import java.util.concurrent.CountDownLatch;

/**
 * {@code mpjrun --watch}: a running job as a page that updates itself. The page is served only on the loopback
 * interface, and only under a path that begins with a random token, which other users of this host do not know.
 */
public final class JobPage {
    private static final int TOKEN_BYTES = 16;
    /** The seconds within which a request must have come as a whole. The JDK has only this property for it. */
    private static final String LONGEST_REQUEST = "sun.net.httpserver.maxReqTime";
    private static final String LONGEST_REQUEST_SECONDS = "10";
    private static final int FORBIDDEN = 403;
    private static final int OK = 200;
    private static final int GONE = 410;

    private final JobViewer viewer;
    private final byte[] token;
    private final byte[] page;
    private final CountDownLatch ended = new CountDownLatch(1);

    private JobPage(JobViewer viewer, String token, byte[] page) {
        this.viewer = viewer;
        this.token = token.getBytes(StandardCharsets.US_ASCII);
        this.page = page;
    }

    /**
     * Serves the page until the job ends, after printing its address.
     *
     * @param port 0 for any free port
     * @return the exit code
     * @throws IOException when the port is not available
     */
    public static int serve(JobViewer viewer, int port) throws IOException, InterruptedException {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        String token = HexFormat.of().formatHex(random);
        System.setProperty(LONGEST_REQUEST, LONGEST_REQUEST_SECONDS);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        JobPage shown = new JobPage(viewer, token, content());
        server.createContext("/", shown::answer);
        // By default one thread reads all requests, and a stranger who sends half a request would block it.
        server.setExecutor(request -> Thread.ofVirtual().start(request));
        server.start();
        System.out.println("http://127.0.0.1:" + server.getAddress().getPort() + "/" + token + "/");
        System.out.flush();
        shown.ended.await();
        server.stop(1);
        System.err.println("mpjrun: the job has ended");
        return 0;
    }

    private static byte[] content() throws IOException {
        try (InputStream page = JobPage.class.getResourceAsStream("job.html")) {
            return page.readAllBytes();
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String[] path = exchange.getRequestURI().getPath().split("/", 3);
            byte[] given = path.length < 3 ? new byte[0] : path[1].getBytes(StandardCharsets.UTF_8);
            if (!MessageDigest.isEqual(token, given)) {
                send(exchange, FORBIDDEN, "text/plain", "the token is missing or wrong\n");
            } else if (path[2].equals("data")) {
                data(exchange);
            } else {
                send(exchange, OK, "text/html; charset=utf-8", page);
            }
        }
    }

    private void data(HttpExchange exchange) throws IOException {
        JobPicture picture;
        try {
            synchronized (viewer) {
                picture = viewer.look();
            }
        } catch (IOException e) {
            send(exchange, GONE, "text/plain", "the job has ended\n");
            ended.countDown();
            return;
        }
        send(exchange, OK, "application/json", picture.json());
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        send(exchange, status, type, text.getBytes(StandardCharsets.UTF_8));
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
}
