package mpj.core.process;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;

/** Lets the system end connections to hosts that have crashed. Such a host says nothing, so a read would never end. */
final class SilentHosts {
    /** The system ends the connection after 30 + 5 * 6 seconds of silence. */
    private static final Map<SocketOption<Integer>, Integer> PROBES = Map.of(
        ExtendedSocketOptions.TCP_KEEPIDLE, 30, ExtendedSocketOptions.TCP_KEEPINTERVAL, 5,
        ExtendedSocketOptions.TCP_KEEPCOUNT, 6);

    private SilentHosts() {
    }

    /** Lets the system ask the other host now and then whether it is there. Its system answers, not its program. */
    static void probe(Socket socket) throws IOException {
        socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        for (Map.Entry<SocketOption<Integer>, Integer> probe : PROBES.entrySet()) {
            if (socket.supportedOptions().contains(probe.getKey())) {
                socket.setOption(probe.getKey(), probe.getValue());
            }
        }
    }
}
