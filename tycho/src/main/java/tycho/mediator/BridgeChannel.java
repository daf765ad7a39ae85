package tycho.mediator;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jgroups.JChannel;
import org.jgroups.stack.Protocol;
import tycho.link.Tls;
import tycho.registry.Endpoint;

/**
 * The channel between the first mediators of the sites. RELAY3 opens the channel when this mediator becomes the first
 * of its site, at any time. If that fails, RELAY3 says nothing and does not try again, and the site would stay cut off.
 * So this channel tries until it is open.
 */
final class BridgeChannel extends JChannel {
    private static final int PAUSE_MILLIS = 500;

    private final Endpoint own;
    private final Consumer<String> log;
    private volatile boolean ended;

    /**
     * @param own where mediators of other sites connect
     * @param log takes why the channel cannot be opened, once for each reason
     */
    BridgeChannel(List<Protocol> protocols, Endpoint own, Consumer<String> log) throws Exception {
        super(protocols);
        this.own = own;
        this.log = log;
    }

    @Override
    public JChannel connect(String cluster) throws Exception {
        String trouble = "";
        while (true) {
            try {
                // JGroups' own exception does not say why.
                Tls.listen(own.host(), own.port()).close();
                return super.connect(cluster);
            } catch (Exception e) {
                if (ended) {
                    throw e;
                }
                String reason = e instanceof IOException ? e.getMessage() : e.toString();
                if (!trouble.equals(reason)) {
                    log.accept("the bridge to other sites cannot be opened: " + reason
                        + "; the mediator tries again");
                }
                trouble = reason;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    @Override
    public void close() {
        ended = true;
        super.close();
    }
}
