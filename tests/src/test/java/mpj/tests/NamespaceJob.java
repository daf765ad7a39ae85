package mpj.tests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/** A job whose ranks run on {@link NamespaceHosts} by turns. Its launcher is in this process. */
final class NamespaceJob implements AutoCloseable {
    private static final int HELLO_MILLIS = 60_000;
    private static final byte[] SECRET = new byte[32];

    private final ServerSocket listener;
    private final Map<String, byte[]> values = new ConcurrentHashMap<>();
    private final CyclicBarrier fence;
    private final List<Process> ranks = new ArrayList<>();
    private final List<String> output = new ArrayList<>();

    /**
     * @param hosts rank r runs on host r modulo the number of hosts
     * @param arguments the arguments of the ranks' JVMs: properties, the main class, its arguments
     */
    NamespaceJob(NamespaceHosts hosts, int size, List<String> arguments) throws IOException {
        listener = new ServerSocket(0, 0, InetAddress.getByName(hosts.launcherAddress()));
        fence = new CyclicBarrier(size);
        Thread.ofPlatform().daemon().start(this::accept);
        for (int rank = 0; rank < size; rank++) {
            List<String> command = new ArrayList<>(hosts.prefixOf(rank % hosts.size()));
            command.addAll(Job.rankCommand());
            command.add("-Dmpj.nio.interface=" + NamespaceHosts.INTERFACE);
            command.add("-Dmpj.shm.split=" + hosts.size());
            command.addAll(arguments);
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().putAll(Map.of(
                "MPJ_BOOTSTRAP", hosts.launcherAddress() + ":" + listener.getLocalPort(),
                "MPJ_RANK", Integer.toString(rank),
                "MPJ_SIZE", Integer.toString(size),
                "MPJ_SECRET", HexFormat.of().formatHex(SECRET)));
            Process process = builder.start();
            ranks.add(process);
            Thread.ofPlatform().daemon().start(() -> collect(process));
        }
    }

    private void collect(Process process) {
        try (BufferedReader reader =
                 new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                synchronized (output) {
                    output.add(line);
                    output.notifyAll();
                }
            }
        } catch (IOException e) {
            // The stream was closed together with the process.
            return;
        }
    }

    // --------------------------------------------------------------------------------------- the launcher's exchange

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                Thread.ofPlatform().daemon().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket; LauncherConnection connection = new LauncherConnection(socket)) {
            int rank = connection.receiveHello(HELLO_MILLIS).rank();
            while (true) {
                connection.send(answer(rank, connection.receive()));
            }
        } catch (IOException e) {
            // The rank has ended.
            return;
        }
    }

    private Message answer(int rank, Message request) {
        return switch (request) {
            case Message.Put put -> {
                values.put(rank + " " + put.key(), put.value());
                yield new Message.Done();
            }
            case Message.Get get -> {
                byte[] value = values.get(get.rank() + " " + get.key());
                yield value == null ? new Message.Refused("no such key") : new Message.Value(value);
            }
            case Message.Fence all -> {
                try {
                    fence.await();
                    yield new Message.Done();
                } catch (Exception e) {
                    yield new Message.Refused(e.toString());
                }
            }
            default -> new Message.Done();
        };
    }

    // ------------------------------------------------------------------------------------------------- the test's

    /** Waits for this many lines that satisfy the predicate, and returns them. */
    List<String> awaitLines(int number, Predicate<String> wanted, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        synchronized (output) {
            while (true) {
                List<String> found = output.stream().filter(wanted).toList();
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (found.size() >= number) {
                    return found;
                } else if (left <= 0) {
                    throw new AssertionError("too few of the expected lines came:\n" + String.join("\n", output) + "\n"
                        + Stacks.of(ranks.stream().map(Process::toHandle).toList()));
                }
                output.wait(left);
            }
        }
    }

    /** Waits for the end of every rank, and fails unless all ranks ended well. */
    void awaitSuccess(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        for (Process rank : ranks) {
            boolean ended = rank.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (!ended || rank.exitValue() != 0) {
                String stacks = Stacks.of(ranks.stream().map(Process::toHandle).toList());
                synchronized (output) {
                    throw new AssertionError((ended ? "a rank failed" : "the job did not end in time:\n" + stacks)
                        + "\n" + String.join("\n", output));
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Process rank : ranks) {
            rank.descendants().forEach(ProcessHandle::destroyForcibly);
            rank.destroyForcibly();
        }
    }
}
