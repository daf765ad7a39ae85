package mpj.runtime.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Sends a class path entry to an agent that lacks it. */
final class Shipment {
    private static final int PIECE = 64 << 10;

    /** Sends one message, waiting for the network. */
    @FunctionalInterface
    interface Receiver {
        void send(Downward message) throws IOException;
    }

    private Shipment() {
    }

    static void send(Path entry, Receiver receiver) throws IOException {
        for (Path file : Content.files(entry)) {
            receiver.send(new Downward.ShippedFile(Content.name(entry, file)));
            byte[] piece = new byte[PIECE];
            try (InputStream in = Files.newInputStream(file)) {
                for (int got = in.read(piece); got >= 0; got = in.read(piece)) {
                    receiver.send(new Downward.ShippedBytes(Arrays.copyOf(piece, got)));
                }
            }
        }
        receiver.send(new Downward.ShippedAll(""));
    }
}
