package mpj.transport.nio;

import java.util.List;
import mpj.bindings.Linux;
import mpj.settings.Catalogue;
import mpj.settings.FlagSetting;
import mpj.settings.NumberSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** The properties of this transport. */
public final class NioProperties implements Catalogue {
    static final TextSetting INTERFACE = Setting.text("mpj.nio.interface", "a name or an address")
        .otherwiseFound(null,
            "the interface through which the launcher reaches this host; loopback when all ranks are on one host")
        .means("The interface or the address to listen on. A rank listens on no other address.");
    static final TextSetting PORTS = Setting.text("mpj.nio.ports", "a range of ports such as `30000-30100`")
        .otherwiseFound(null, "any free port")
        .means("The ports to listen on, where a firewall allows only some.");
    static final NumberSetting TIMEOUT = Setting.number("mpj.nio.timeout", "seconds", 1, 86_400).otherwise(10)
        .means("A host that does not answer for this long is lost. If the host answers, but the rank does not take"
            + " part in the handshake, the rank is lost after six times this long. It gets more time because it may"
            + " share its core with many others.");
    static final NumberSetting SEND_BUFFER = socketBuffer("mpj.nio.send.buffer", "send", "SO_SNDBUF");
    static final NumberSetting RECEIVE_BUFFER = socketBuffer("mpj.nio.receive.buffer", "receive", "SO_RCVBUF");
    static final FlagSetting TLS = Setting.flag("mpj.nio.tls").means("Encrypts all connections with TLS 1.3.");
    static final FlagSetting DIRECT = Setting.flag("mpj.nio.direct")
        .otherwise(Linux.hasBindings() && NioProperties.class.getModule().isNativeAccessEnabled(),
            "`true` on Linux on x86-64 and aarch64, if the JVM was started with native access enabled, as `mpjrun`"
                + " starts it")
        .means("Moves bytes directly between sockets and the program's arrays, through the C library. With `false`"
            + " only Java's channels move bytes.");

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
