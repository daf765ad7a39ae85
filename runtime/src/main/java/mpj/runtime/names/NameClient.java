package mpj.runtime.names;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLException;
import mpj.runtime.keys.DaemonException;
import mpj.runtime.keys.KeyedConnection;
import mpj.runtime.keys.KnownDaemons;
import mpj.runtime.keys.OwnKey;
import mpj.runtime.wire.LibraryVersion;
import mpj.runtime.wire.Message;

/**
 * The names that an mpjnamed keeps for one owner. The connection is opened with the first request, and the owner's
 * names are withdrawn when the connection ends. Thread-safe.
 */
public final class NameClient implements NameKeeper {
    /** How long to ask again when the server is overloaded. */
    private static final long PATIENCE_MILLIS = 20_000;
    /** How long the server may take to notice the end of a connection, in nanoseconds. */
    private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final String OTHER_KEY = "it belongs to another user, or the file ";
    private static final String OTHER_KEY_REMEDY = " differs between this host and the host of mpjnamed; start an"
        + " mpjnamed of your own there, or copy the file from there";

    private final String server;
    private final String owner;
    private final KnownDaemons user;
    private final Object turn = new Object();
    /** Null when there is none. */
    private volatile KeyedConnection<NameRequest, NameAnswer> connection;
    private volatile boolean closed;

    private NameClient(String server, String owner, KnownDaemons user) {
        this.server = server;
        this.owner = owner;
        this.user = user;
    }

    /**
     * Makes a client without connecting.
     *
     * @param server HOST:PORT
     * @param owner says to people who owns the names
     * @param user the user, whose key proves to each side that the other side belongs to the same user
     */
    public static NameClient of(String server, String owner, KnownDaemons user) {
        return new NameClient(server, owner, user);
    }

    @Override
    public Message ask(Message request) {
        synchronized (turn) {
            try {
                NameAnswer answer = converse(new NameRequest.Asked(request));
                if (answer instanceof NameAnswer.Answered(Message content)) {
                    return content;
                }
                throw unexpected();
            } catch (IOException | DaemonException e) {
                disconnect();
                return new Message.Unnamed(Message.Unnamed.UNREACHABLE, described(e));
            }
        }
    }

    /** All names, each with its owner. To be called once, on a client of its own. */
    List<NameAnswer.Listed> list() throws IOException {
        synchronized (turn) {
            try {
                List<NameAnswer.Listed> all = new ArrayList<>();
                KeyedConnection<NameRequest, NameAnswer> opened = connect();
                NameAnswer answer = exchange(opened, new NameRequest.Listing());
                while (answer instanceof NameAnswer.Listed each) {
                    all.add(each);
                    answer = opened.frames().receive();
                }
                if (answer instanceof NameAnswer.ListEnds) {
                    return all;
                }
                throw unexpected();
            } catch (IOException | DaemonException e) {
                disconnect();
                throw new IOException(described(e), e);
            }
        }
    }

    private static ProtocolException unexpected() {
        return new ProtocolException("the answer does not fit the request; use an mpjnamed of the same version");
    }

    private String described(Exception e) {
        boolean unreached = e instanceof SocketException || e instanceof SocketTimeoutException
            || e instanceof EOFException || e instanceof SSLException;
        return "the names are kept by mpjnamed at " + server + " (mpj.names), which cannot be asked: "
            + (e.getMessage() == null ? "the connection has ended" : e.getMessage())
            + (unreached ? "; start mpjnamed on that host with mpjnamed --listen " + server
            + ", or correct mpj.names" : "");
    }

    /**
     * Sends a request, and returns the first message of the answer. If the request is sent again because the connection
     * was lost, the server may not know yet that the old connection has ended, and still have the names of this owner.
     */
    private NameAnswer converse(NameRequest request) throws IOException {
        KeyedConnection<NameRequest, NameAnswer> known = connection;
        if (known != null) {
            try {
                return exchange(known, request);
            } catch (EOFException | SocketException | SSLException e) {
                disconnect(); // the server was started again, or has given the place of this idle client to another
            }
        }
        KeyedConnection<NameRequest, NameAnswer> opened = connect();
        NameAnswer answer = exchange(opened, request);
        long end = System.nanoTime() + LONGEST_WAIT;
        while (known != null && isOwnName(answer) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(PAUSE);
            answer = exchange(opened, request);
        }
        return answer;
    }

    private boolean isOwnName(NameAnswer answer) {
        return answer instanceof NameAnswer.Answered(Message.Unnamed(String kind, String reason))
            && kind.equals(Message.Unnamed.PUBLISHED) && reason.contains(NameTable.by(owner));
    }

    private static NameAnswer exchange(KeyedConnection<NameRequest, NameAnswer> over, NameRequest request)
        throws IOException {
        over.frames().send(request);
        return over.frames().receive();
    }

    /** Only the user's own key counts, on both sides. */
    private KeyedConnection<NameRequest, NameAnswer> connect() throws IOException {
        InetSocketAddress address = KnownDaemons.parse(server);
        if (address.isUnresolved()) {
            throw new IOException("there is no such host; correct mpj.names");
        }
        Path key = user.keyFile();
        if (!Files.exists(key)) {
            throw new IOException("the user's key is needed, but this host has no file " + key + "; start bin/mpjnamed,"
                + " which makes the file, or copy the file from the host on which mpjnamed runs");
        }
        OwnKey self = OwnKey.of(key);
        String other = OTHER_KEY + key + OTHER_KEY_REMEDY;
        KeyedConnection<NameRequest, NameAnswer> opened = KeyedConnection.open(address, self, self.pair().getPublic(),
            new KeyedConnection.Conversation<>(NameRequest.KINDS, NameAnswer.KINDS, new NameAnswer.Welcome(),
                "mpjnamed", other, other, "see whether another program listens there"), PATIENCE_MILLIS);
        connection = opened;
        if (closed) {
            throw new IOException("this job is ending");
        }
        if (exchange(opened, new NameRequest.Hello(LibraryVersion.text(), owner))
            instanceof NameAnswer.Refused(String reason)) {
            throw new IOException(reason);
        }
        return opened;
    }

    private void disconnect() {
        KeyedConnection<NameRequest, NameAnswer> last = connection;
        connection = null;
        if (last != null) {
            try {
                last.close();
            } catch (IOException e) {
                return; // the connection is gone
            }
        }
    }

    /** Ends the connection. A request that is under way fails. */
    @Override
    public void close() {
        closed = true;
        disconnect();
    }
}
