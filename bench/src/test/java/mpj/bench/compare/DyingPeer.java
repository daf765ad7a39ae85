package mpj.bench.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Two ranks of a simulated library. They answer messages up to a size, and then end. */
final class DyingPeer {
    static final String LAST_WORDS = "segmentation fault";
    private static final int LONGEST = 100;

    private DyingPeer() {
    }

    public static void main(String[] arguments) {
        for (int rank = 0; rank < 2; rank++) {
            int number = rank;
            Thread.ofPlatform().start(() -> serve(arguments[0], number));
        }
    }

    private static void serve(String socket, int rank) {
        try (SocketChannel runner = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            say(runner, "rank " + rank + " of 2 pid " + ProcessHandle.current().pid()
                + " thread " + ProcessHandle.current().pid() + " Dying");
            BufferedReader commands = new BufferedReader(Channels.newReader(runner, StandardCharsets.UTF_8));
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                String[] command = line.split(" ");
                if (Integer.parseInt(command[2]) > LONGEST && Integer.parseInt(command[3]) == 10) {
                    System.out.println(LAST_WORDS);
                    Runtime.getRuntime().halt(9);
                }
                // Everything takes ten milliseconds, so that the runner's warm-up ends soon.
                say(runner, "0.010000000");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void say(SocketChannel runner, String line) throws IOException {
        runner.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }
}
