package mpj.core.process;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.core.error.LiveEngine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.runtime.bootstrap.SpawnWait;

/** The open ports of this process, and its ways to the ports of others. Thread-safe. */
public final class Ports implements Closeable {
    private final LiveEngine live;
    private final String version;
    private final Map<String, Port> open = new HashMap<>();
    /** The jobs that were spawned and connect to these ports. Guarded by {@link #open}. */
    private final Map<String, Long> spawned = new HashMap<>();

    /** @param version of this library; processes with another one are refused */
    public Ports(LiveEngine live, String version) {
        this.live = live;
        this.version = version;
    }

    /** MPI_Open_port: returns the name. */
    public String open() {
        live.get();
        Port port = Port.open();
        synchronized (open) {
            open.put(port.name().toString(), port);
        }
        return port.name().toString();
    }

    /** MPI_Close_port. A thread that accepts at the port fails. */
    public void close(String name) {
        Port port;
        Long job;
        synchronized (open) {
            port = open.remove(name);
            job = spawned.remove(name);
        }
        if (port == null) {
            throw notOpen(name);
        }
        port.close();
        if (job != null) {
            live.get().awaitFirstNoMore(job);
        }
    }

    /** The wait at a port of this process for a job that is being spawned. It is over when the port is closed. */
    public SpawnWait spawnWait(String name) {
        return new SpawnWait() {
            @Override
            public void started(long job) {
                synchronized (open) {
                    spawned.put(name, job);
                }
                live.get().awaitFirst(job, how -> failed(ErrorClass.ERR_PROC_FAILED,
                    "rank 0 of the spawned job is lost, and had not joined yet: " + how));
            }

            @Override
            public boolean isOn() {
                synchronized (open) {
                    return open.containsKey(name);
                }
            }

            @Override
            public void ended(String how) {
                failed(ErrorClass.ERR_SPAWN, how);
            }

            private void failed(ErrorClass error, String how) {
                Port port;
                synchronized (open) {
                    port = open.get(name);
                }
                if (port != null) {
                    port.fail(new EngineException(error, how));
                }
            }
        };
    }

    private static EngineException notOpen(String name) {
        return new EngineException(ErrorClass.ERR_PORT, PortName.of(name).described() + " is not open in this process;"
            + " pass a name that openPort returned to this rank, and that was not closed");
    }

    /**
     * Waits at a port of this process until a process connects. If the wait ends because the communicator has lost a
     * rank or was revoked, the port stays open.
     *
     * @param context of the collective operations of the communicator that waits
     */
    public Meeting accept(String name, int context) {
        Port port;
        synchronized (open) {
            port = open.get(name);
        }
        if (port == null) {
            throw notOpen(name);
        }
        String described = port.name().described();
        try {
            return new Meeting(live.get(), context, OutsideWait.await(live.get(), context, "mpj-accept",
                wait -> accepted(port, described, wait)), described);
        } catch (IOException e) {
            throw new EngineException(ErrorClass.ERR_PORT, "no job can be accepted at " + described + ": "
                + e.getMessage(), e);
        }
    }

    /**
     * Starts a process, and waits at a port of this process until it connects, as {@link #accept(String, int)} does.
     * The start itself does not end early. The launcher answers soon, and must have started these processes before the
     * program asks it for others.
     *
     * @param starts starts the process; if this throws an exception, the call ends
     */
    public Meeting accept(String name, int context, Runnable starts) {
        try {
            OutsideWait.await(live.get(), "mpj-start", _ -> {
                starts.run();
                return null;
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a Runnable throws none
        }
        return accept(name, context);
    }

    /** The next process that is still connected, and has the same version. */
    private PortConnection accepted(Port port, String described, OutsideWait wait) throws InterruptedException {
        while (true) {
            if (wait.isEnded()) {
                throw new InterruptedException(); // the next process is for whoever accepts next
            }
            PortConnection connection = wait.opened(port.next());
            try {
                Meeting.greet(connection, version);
                Meeting.checkVersion(connection, version, described);
                connection.mayBeSilent();
                return connection;
            } catch (IOException | EngineException e) {
                connection.close(); // the process has given up, or finds out by itself that its version differs
            }
        }
    }

    /**
     * Connects to a port of another process, and waits until that process accepts.
     *
     * @param context of the collective operations of the communicator that waits
     */
    public Meeting connect(String name, int context) {
        PortName port = PortName.of(name);
        try {
            return new Meeting(live.get(), context, OutsideWait.await(live.get(), context, "mpj-connect", wait -> {
                PortConnection connection = wait.opened(PortConnection.open(port));
                try {
                    Meeting.greet(connection, version);
                    Meeting.checkVersion(connection, version, port.described());
                    return connection;
                } catch (IOException | RuntimeException e) {
                    connection.close();
                    throw e;
                }
            }), port.described());
        } catch (IOException e) {
            throw new EngineException(ErrorClass.ERR_PORT, "cannot connect to " + port.described() + ": "
                + e.getMessage() + "; the port was closed, or its job has ended", e);
        }
    }

    /**
     * Meets the process at the other end of a socket of the program, which calls this at the same time. MPI:
     * MPI_Comm_join.
     *
     * @param context of the collective operations of the communicator of this process alone
     */
    public Meeting join(Socket socket, int context) {
        if (socket == null || !socket.isConnected() || socket.isClosed()) {
            throw new EngineException(ErrorClass.ERR_ARG, "the socket is " + (socket == null ? "null" : "not connected")
                + "; pass a socket that is connected to the other process");
        }
        JoiningSocket joining = new JoiningSocket(socket);
        String own = open();
        try {
            SilentHosts.probe(socket);
            String other = OutsideWait.await(live.get(), "mpj-join", _ -> joining.exchange(own));
            return other == null ? acceptOver(joining, own, context) : connectOver(joining, other, context);
        } catch (IOException e) {
            throw new EngineException(ErrorClass.ERR_OTHER, "the other process cannot be reached over the socket: "
                + e.getMessage(), e);
        } finally {
            close(own);
        }
    }

    private Meeting acceptOver(JoiningSocket joining, String own, int context) throws IOException {
        Port port;
        synchronized (open) {
            port = open.get(own);
        }
        Thread listens = Thread.ofPlatform().daemon().name("mpj-join").start(() -> {
            if (!joining.isConnected()) {
                port.fail(new EngineException(ErrorClass.ERR_OTHER, "the process at the other end of the socket has"
                    + " given up or ended; its own error says why"));
            }
        });
        Meeting meeting = accept(own, context);
        // The program may use its socket again only when this thread no longer reads from it.
        OutsideWait.await(live.get(), "mpj-join", _ -> {
            listens.join();
            return null;
        });
        return meeting;
    }

    private Meeting connectOver(JoiningSocket joining, String other, int context) throws IOException {
        Meeting meeting;
        try {
            meeting = connect(other, context);
        } catch (RuntimeException e) {
            try {
                joining.tell(false);
            } catch (IOException alsoLost) {
                e.addSuppressed(alsoLost);
            }
            throw e;
        }
        try {
            joining.tell(true);
            return meeting;
        } catch (IOException e) {
            meeting.close();
            throw e;
        }
    }

    /** Closes all ports. */
    @Override
    public void close() {
        List<Port> left;
        synchronized (open) {
            left = new ArrayList<>(open.values());
            open.clear();
        }
        left.forEach(Port::close);
    }
}
