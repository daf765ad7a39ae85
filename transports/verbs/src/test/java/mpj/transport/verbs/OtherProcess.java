package mpj.transport.verbs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.util.HexFormat;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * A rank without privileges, in a separate process. It gets its commands on standard input, and answers each line with
 * a line.
 */
public final class OtherProcess {
    static final byte[] SECRET = {5, 6, 7};
    private static final long LARGE = 64L << 20;

    private OtherProcess() {
    }

    /** Runs as rank 1 of two. */
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Transport transport = null;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "set" -> {
                    System.setProperty(words[1], words[2]);
                    System.out.println("set");
                }
                case "open" -> {
                    try {
                        transport = new VerbsProvider().open(new Job(1, 2, 2, SECRET), "");
                        System.out.println("open " + HexFormat.of().formatHex(transport.address()));
                    } catch (TransportException e) {
                        System.out.println(e.getMessage());
                    }
                }
                case "register" -> {
                    try (Arena arena = Arena.ofConfined();
                         MemoryRegion region = transport.remoteMemory().register(arena.allocate(LARGE))) {
                        System.out.println(region == null ? "refused" : "registered");
                    }
                }
                default -> sendForEver(transport, HexFormat.of().parseHex(words[1]));
            }
        }
    }

    private static void sendForEver(Transport transport, byte[] peer) {
        Ends.Got got = new Ends.Got();
        Channel channel = transport.connect(0, peer);
        System.out.println("sending");
        for (long number = 0; ; transport.progress(got)) {
            if (channel.reserve(0) != Channel.FULL) {
                channel.commit(0, number, ~number);
                number++;
            }
        }
    }
}
