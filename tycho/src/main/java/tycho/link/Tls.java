package tycho.link;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import tycho.registry.Endpoint;
import tycho.security.Keys;

/** What connections need of TLS and TCP; says in plain words why a connection could not be made. */
public final class Tls {
    static final int HANDSHAKE_MILLIS = 5_000;
    private static final int LINGER_MILLIS = 1_000;
    private static final int MOST_UNREAD = 1 << 16;
    private static final int READ_AT_ONCE = 1 << 9;
    private static final int MOST_ARRIVED = 1 << 12;
    private static final String[] PROTOCOLS = {Keys.PROTOCOL};
    /** The JDK prefers longer keys. The first is as safe as the certificates, and the fastest with AES in hardware. */
    private static final String[] SUITES = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384",
        "TLS_CHACHA20_POLY1305_SHA256"};
    /**
     * These are the signatures that mediator --init and many other authorities make. A connection keeps several lists
     * as long as this one while it lives, so the list is short.
     */
    private static final String[] SIGNATURES = {"ecdsa_secp256r1_sha256", "ecdsa_secp384r1_sha384",
        "rsa_pss_rsae_sha256", "rsa_pkcs1_sha256"};

    private Tls() {
    }

    /**
     * Makes what this class asks of the connections that are accepted the default of the JVM. The lists then belong to
     * all connections together: otherwise each has its own. To be called before anything of the JVM uses TLS.
     */
    public static void makeDefault() {
        System.setProperty("jdk.tls.server.protocols", String.join(",", PROTOCOLS));
        System.setProperty("jdk.tls.server.cipherSuites", String.join(",", SUITES));
        System.setProperty("jdk.tls.server.SignatureSchemes", String.join(",", SIGNATURES));
    }

    /** Opens a channel to an endpoint. */
    static SocketChannel connected(Endpoint endpoint, int timeoutMillis) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(new InetSocketAddress(InetAddress.getByName(endpoint.host()), endpoint.port()),
                timeoutMillis);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    static SSLEngine client(SSLContext context, Endpoint endpoint) {
        SSLEngine engine = context.createSSLEngine(endpoint.host(), endpoint.port());
        engine.setUseClientMode(true);
        engine.setSSLParameters(parameters());
        return engine;
    }

    static SSLEngine server(SSLContext context) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters wanted = parameters();
        SSLParameters given = engine.getSSLParameters();
        if (!Arrays.equals(wanted.getProtocols(), given.getProtocols())
                || !Arrays.equals(wanted.getCipherSuites(), given.getCipherSuites())
                || !Arrays.equals(wanted.getSignatureSchemes(), given.getSignatureSchemes())) {
            engine.setSSLParameters(wanted);
        }
        engine.setNeedClientAuth(true);
        return engine;
    }

    private static SSLParameters parameters() {
        SSLParameters parameters = new SSLParameters(SUITES, PROTOCOLS);
        parameters.setSignatureSchemes(SIGNATURES);
        return parameters;
    }

    /** Waits for the first byte of a handshake. Whoever only connects takes no other memory for that. */
    public static byte[] firstByte(Socket socket) throws IOException {
        byte[] first = new byte[1];
        if (new TimedInput(socket, HANDSHAKE_MILLIS).read(first, 0, 1) < 0) {
            throw new EOFException("the other end has closed the connection before the TLS handshake");
        }
        socket.setSoTimeout(0);
        return first;
    }

    /**
     * Reads what has arrived after the first bytes, and answers all. Whoever has waited for its turn may have gone
     * meanwhile: a handshake with it would only make the others wait for longer.
     */
    static byte[] arrived(SocketChannel channel, byte... first) throws IOException {
        ByteBuffer arrived = ByteBuffer.allocate(MOST_ARRIVED).put(first);
        channel.configureBlocking(false);
        try {
            int bytes = 1;
            while (bytes > 0 && arrived.hasRemaining()) {
                bytes = channel.read(arrived);
            }
            if (bytes < 0) {
                throw new EOFException("the other end has closed the connection before its turn for the handshake");
            }
        } finally {
            channel.configureBlocking(true);
        }
        return Arrays.copyOf(arrived.array(), arrived.position());
    }

    /** Makes the handshake; answers the bytes after it that have arrived. */
    static byte[] handshake(SSLEngine engine, Socket socket, int millis) throws IOException {
        return handshake(engine, socket, socket.getInputStream(), millis, new Spares());
    }

    /** Makes the handshake of which this is what the other end sends; answers the bytes after it that have arrived. */
    static byte[] handshake(SSLEngine engine, Socket socket, InputStream in, int millis, Spares spares)
            throws IOException {
        socket.setTcpNoDelay(true);
        return Handshake.run(engine, socket, in, millis, spares);
    }

    /** Checks whether TLS with an endpoint is possible. */
    public static void reach(SSLContext context, Endpoint endpoint, int timeoutMillis) throws IOException {
        try (SocketChannel channel = connected(endpoint, timeoutMillis)) {
            handshake(client(context, endpoint), channel.socket(), HANDSHAKE_MILLIS);
        } catch (IOException e) {
            throw new IOException(endpoint + ": " + reason(e), e);
        }
    }

    /** Listens at a port, or at any port if it is 0. */
    public static ServerSocket listen(String host, int port) throws IOException {
        ServerSocket server = ServerSocketChannel.open().socket();
        try {
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(InetAddress.getByName(host), port), 1024);
            return server;
        } catch (IOException e) {
            server.close();
            throw new IOException("cannot listen at " + host + ":" + port + ": " + reason(e), e);
        }
    }

    /**
     * Reads what is under way before it closes: a reset could overtake the alert that says why it closes. The other end
     * cannot make this take long.
     */
    static void closeGently(Socket plain) {
        try (plain) {
            plain.shutdownOutput();
            TimedInput in = new TimedInput(plain, LINGER_MILLIS);
            byte[] some = new byte[READ_AT_ONCE];
            int bytes = 0;
            for (int read = 0; bytes >= 0 && read < MOST_UNREAD; read += bytes) {
                bytes = in.read(some, 0, some.length);
            }
        } catch (IOException e) {
            // The other end has gone already.
        }
    }

    /** Why a connection failed, and what to do about it. */
    public static String reason(IOException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateExpiredException || cause instanceof CertificateNotYetValidException) {
                return "the certificate at the other end is not valid at this host's time, "
                    + Instant.now().truncatedTo(ChronoUnit.SECONDS) + " (" + cause.getMessage() + "); issue a new"
                    + " certificate with mediator --issue, or set the clock";
            }
            if (cause instanceof CertPathBuilderException || cause instanceof CertPathValidatorException
                    && !(cause.getCause() instanceof java.security.cert.CertificateException)) {
                return "the certificate at the other end is of an authority that is not trusted here; copy the other"
                    + " site's ca.pem into the folder trusted, under another name that ends in .pem";
            }
        }
        if (failure instanceof UnknownHostException) {
            return "there is no host of this name";
        }
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof SSLException && message.contains("alert")) {
            if (message.contains("certificate_required") || message.contains("bad_certificate")) {
                return "the other end refuses this end's certificate (" + message + "): it is not of an authority that"
                    + " is trusted there; copy this site's ca.pem into the folder trusted there";
            }
            return "the other end refuses this end's certificate (" + message + "): it is expired, not yet valid, or"
                + " of an authority that is not trusted there";
        }
        return message;
    }
}
