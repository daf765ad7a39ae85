package mpj.transport.nio;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;

/** The options of a connection's socket. */
final class SocketSettings {
    private final NioSettings settings;

    SocketSettings(NioSettings settings) {
        this.settings = settings;
    }

    /** Sets the options that must be set before the connection is made. */
    void beforeConnecting(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        if (settings.receiveBuffer() > 0) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, settings.receiveBuffer());
        }
        if (settings.sendBuffer() > 0) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, settings.sendBuffer());
        }
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /**
     * Makes the system probe a silent host. The host's system answers, whatever its ranks do. The system does not probe
     * while bytes are unacknowledged; {@link SilenceCheck} covers that case.
     */
    void onceConnected(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        int seconds = settings.timeoutMillis() / 1000;
        int idle = Math.max(1, seconds / 2);
        set(channel, ExtendedSocketOptions.TCP_KEEPIDLE, idle);
        set(channel, ExtendedSocketOptions.TCP_KEEPINTERVAL, 1);
        set(channel, ExtendedSocketOptions.TCP_KEEPCOUNT, Math.clamp(seconds - idle - 1, 1, 100));
    }

    private static void set(SocketChannel channel, SocketOption<Integer> option, int value) throws IOException {
        if (channel.supportedOptions().contains(option)) {
            channel.setOption(option, value);
        }
    }
}
