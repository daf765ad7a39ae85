import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One of the two processes that send each other messages through one system. The first eight bytes of a message say
 * after how many messages the other process answers: process b answers each single message with the same bytes, and
 * a number of messages with a short one. Process a measures, as its input says.
 */
final class Player {
    private static final int SHORT = 8;

    private final Side side;
    private final List<Side.End> ends = new ArrayList<>();

    private Player(Side side) {
        this.side = side;
    }

    /** The arguments are the role, a or b, the system, the address of its server, and the folder of the keys. */
    public static void main(String[] arguments) throws Exception {
        String role = arguments[0];
        boolean first = role.equals("a");
        Path keys = Path.of(arguments[3]);
        Side side = switch (arguments[1]) {
            case "tycho-direct" -> new TychoSide(arguments[2], keys, true);
            case "tycho-mediator" -> new TychoSide(arguments[2], keys, false);
            case "nats-tls" -> new NatsSide("tls://" + arguments[2], keys);
            case "nats" -> new NatsSide("nats://" + arguments[2], null);
            case "artemis-tls" -> new ArtemisSide(arguments[2], keys);
            case "artemis" -> new ArtemisSide(arguments[2], null);
            case "tls" -> new TlsSide(arguments[2], keys, first);
            default -> throw new IllegalArgumentException("there is no system " + arguments[1]);
        };
        Player player = new Player(side);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            int number = Integer.parseInt(words[1]);
            System.out.println(switch (words[0]) {
                case "open" -> player.open(number, first);
                case "ping" -> player.ping(number, Integer.parseInt(words[2]));
                case "flow" -> player.flow(number, Integer.parseInt(words[2]), Integer.parseInt(words[3]));
                default -> throw new IllegalArgumentException(line);
            });
        }
        System.exit(0);
    }

    private String open(int count, boolean first) throws Exception {
        for (int i = ends.size(); i < count; i++) {
            Side.End end = first ? side.open("pong/" + i, "ping/" + i) : side.open("ping/" + i, "pong/" + i);
            ends.add(end);
            if (!first) {
                Thread.ofPlatform().daemon().start(() -> answer(end));
            }
        }
        return "opened";
    }

    private static void answer(Side.End end) {
        try {
            for (long count = 1;; count++) {
                byte[] message = end.receiver().receive();
                long due = ByteBuffer.wrap(message).getLong();
                if (count == due) {
                    end.sender().send(due == 1 ? message : new byte[SHORT]);
                    count = 0;
                }
            }
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    /** The median of the round trips, in microseconds. */
    private String ping(int size, int count) throws Exception {
        long[] nanos = new long[count];
        for (int i = 0; i < count; i++) {
            byte[] message = message(size, 1);
            long begin = System.nanoTime();
            ends.getFirst().sender().send(message);
            ends.getFirst().receiver().receive();
            nanos[i] = System.nanoTime() - begin;
        }
        Arrays.sort(nanos);
        return Double.toString(nanos[count / 2] / 1e3);
    }

    /** How many megabytes all pairs together transfer in a second, from the first message to the last answer. */
    private String flow(int size, int count, int pairs) throws Exception {
        long begin = System.nanoTime();
        try (ExecutorService threads = Executors.newFixedThreadPool(pairs)) {
            List<Future<?>> running = new ArrayList<>();
            for (Side.End end : ends.subList(0, pairs)) {
                running.add(threads.submit(() -> {
                    for (int i = 0; i < count; i++) {
                        end.sender().send(message(size, count));
                    }
                    return end.receiver().receive();
                }));
            }
            for (Future<?> each : running) {
                each.get(2, TimeUnit.MINUTES);
            }
        }
        return Double.toString((double) size * count * pairs / (System.nanoTime() - begin) * 1e3);
    }

    private static byte[] message(int size, long due) {
        byte[] message = new byte[size];
        ByteBuffer.wrap(message).putLong(due);
        return message;
    }
}
