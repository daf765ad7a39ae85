package mpj.transport.nio;

import java.util.List;
import mpj.bindings.Linux;
import mpj.settings.Catalogue;
import mpj.settings.FlagSetting;
import mpj.settings.NumberSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** What a user may set of this transport. */
public final class NioProperties implements Catalogue {
    static final TextSetting INTERFACE = Setting.text("mpj.nio.interface", "a name or an address")
        .otherwiseFound(null,
            "the interface by which the launcher reaches this host; loopback when all ranks are on one")
        .means("The interface to listen on. A rank listens on that address only.");
    static final TextSetting PORTS = Setting.text("mpj.nio.ports", "a range of ports such as `30000-30100`")
        .otherwiseFound(null, "any free port")
        .means("The ports to listen on, for firewalls.");
    static final NumberSetting TIMEOUT = Setting.number("mpj.nio.timeout", "seconds", 1, 86_400).otherwise(10)
        .means("After so long a host that does not answer is lost. A rank whose host answers, but which itself does"
            + " not take part in the handshake, gets six times that: it may share its core with many.");
    static final NumberSetting SEND_BUFFER = socketBuffer("mpj.nio.send.buffer", "send", "SO_SNDBUF");
    static final NumberSetting RECEIVE_BUFFER = socketBuffer("mpj.nio.receive.buffer", "receive", "SO_RCVBUF");
    static final FlagSetting TLS = Setting.flag("mpj.nio.tls").means("Encrypts all connections with TLS 1.3.");
    static final FlagSetting DIRECT = Setting.flag("mpj.nio.direct")
        .otherwise(Linux.hasBindings() && NioProperties.class.getModule().isNativeAccessEnabled(),
            "`true` on Linux on x86-64 and aarch64, if the JVM was started with native access enabled, as `mpjrun`"
                + " does")
        .means("Moves bytes straight between sockets and the program's arrays, by the C library; `false` by Java's"
            + " channels alone.");

    /** Called by {@link java.util.ServiceLoader}. */
    public NioProperties() {
    }

    private static NumberSetting socketBuffer(String name, String which, String option) {
        return Setting.number(name, "bytes", 4 << 10, 1 << 30)
            .otherwiseFound(0, "the system's choice, which grows with the traffic")
            .means("The size of each socket's " + which + " buffer (" + option + ").");
    }

    @Override
    public String title() {
        return "Transport nio";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(INTERFACE, PORTS, TIMEOUT, SEND_BUFFER, RECEIVE_BUFFER, TLS, DIRECT);
    }
}
