package tycho.mediator;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.logging.LogFactory;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.RSVP;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.protocols.relay.RELAY3;
import org.jgroups.protocols.relay.SiteAddress;
import org.jgroups.protocols.relay.config.RelayConfig;
import org.jgroups.stack.DiagnosticsHandler;
import org.jgroups.stack.Protocol;
import org.jgroups.util.DefaultSocketFactory;
import tycho.registry.Endpoint;
import tycho.wire.WireException;

/**
 * The other mediators, by JGroups: those of the site are one cluster, and RELAY3 joins the clusters of the sites. Every
 * connection is mutual TLS between mediators. FD_SOCK2 is not in the stacks, since its port has no TLS; a connection
 * that is closed raises the suspicion in its place.
 */
final class Network implements AutoCloseable {
    /** Who receives messages. No method may block. */
    interface Listener {
        void received(UUID mediator, MediatorMessage message);

        /** Others came or left: what they know may differ from what this mediator knows. */
        void changed(String what);
    }

    private static final String CLUSTER = "tycho";
    private static final String BRIDGE = "tycho-bridge";
    private static final int MARGIN_MILLIS = 2_000;
    /**
     * JGroups keeps messages until it knows that every mediator has them. After so many bytes of messages it asks the
     * mediators which of them they have, and forgets those.
     */
    private static final int MOST_UNSTABLE_BYTES = 1 << 18;
    /**
     * JGroups gives subclasses a logger of their own name. The loggers are held here, or their level would be lost with
     * them.
     */
    private static final List<Logger> JGROUPS = Stream.of("org.jgroups", BridgeChannel.class.getName(),
        MediatorTcp.class.getName()).map(Logger::getLogger).toList();

    static final String PROTOCOLS = "META-INF/jgroups-protocols.xml";

    static {
        // JGroups loads the classes of all its protocols otherwise: 1.5 MiB.
        System.setProperty("jgroups.conf.protocol_id_file", PROTOCOLS);
        // Mediator.unreachable says the same in the words of this project.
        JGROUPS.forEach(logger -> logger.setLevel(Level.OFF));
    }

    private final UUID id;
    private final Listener listener;
    private final JChannel channel;
    private final List<JChannel> channels = new CopyOnWriteArrayList<>();
    private final Map<UUID, Address> mediators = new ConcurrentHashMap<>();
    /**
     * When each site was last heard of. Mediators say something each second. RELAY3 knows of lost sites earlier, but
     * does not tell mediators that start later which sites are there.
     */
    private final Map<String, Long> heard = new ConcurrentHashMap<>();
    private final Set<String> sites = ConcurrentHashMap.newKeySet();
    private final String site;
    private final long silenceNanos;
    private final boolean bridged;

    Network(Configuration configuration, SSLContext context, String site, UUID id, Listener listener)
            throws Exception {
        this.id = id;
        this.listener = listener;
        this.site = site;
        silenceNanos = TimeUnit.MILLISECONDS.toNanos(configuration.failureMillis() + MARGIN_MILLIS);
        List<Protocol> protocols = stack(context, configuration.site(), configuration.siteMediators(),
            configuration.failureMillis());
        // A mediator that has not confirmed by then is lost, and the confirmation does not wait for lost mediators.
        protocols.add(new RSVP().setTimeout(configuration.failureMillis())
            .setResendInterval(configuration.failureMillis() / 4L).throwExceptionOnTimeout(false));
        bridged = configuration.bridge().isPresent();
        if (bridged) {
            RelayConfig.BridgeConfig bridge = new RelayConfig.BridgeConfig(BRIDGE) {
                @Override
                public JChannel createChannel() throws Exception {
                    Endpoint own = configuration.bridge().get();
                    JChannel made = new BridgeChannel(stack(context, own, configuration.otherSites(),
                        configuration.failureMillis()), own, listener::changed);
                    channels.removeIf(JChannel::isClosed);
                    channels.add(made);
                    return made;
                }
            };
            RELAY3 relay = new RELAY3();
            relay.site(site).asyncRelayCreation(true)
                .addSite(site, new RelayConfig.SiteConfig(site).addBridge(bridge));
            protocols.add(relay);
        }
        channel = new JChannel(protocols);
        channels.add(channel);
        channel.setReceiver(new Incoming());
    }

    void connect() throws Exception {
        channel.connect(CLUSTER);
    }

    private static List<Protocol> stack(SSLContext context, Endpoint own, List<Endpoint> others, int failureMillis)
            throws Exception {
        TCP tcp = new MediatorTcp(failureMillis);
        tcp.setBindAddr(InetAddress.getByName(own.host())).setBindPort(own.port()).setPortRange(0);
        DefaultSocketFactory sockets = new DefaultSocketFactory(context.getSocketFactory(),
            new HandshakenSockets(context));
        sockets.setSocketConfigurator(socket -> limitHandshake(socket, failureMillis));
        tcp.setSocketFactory(sockets);
        tcp.enableSuspectEvents(true);
        // With a single sender, a host that is silent delays the messages to all others, also the signs of life.
        tcp.setBundler(new PerDestinationBundler().useSingleSenderThread(false));
        // It would answer everybody.
        tcp.setDiagnosticsHandler(new DiagnosticsHandler(LogFactory.getLog(TCP.class), tcp.getSocketFactory(),
            tcp.getThreadFactory()).setEnabled(false));
        List<InetSocketAddress> hosts = new ArrayList<>();
        hosts.add(new InetSocketAddress(own.host(), own.port()));
        others.forEach(each -> hosts.add(new InetSocketAddress(each.host(), each.port())));
        return new ArrayList<>(List.of(tcp, new TCPPING().initialHosts(hosts).portRange(0),
            new MERGE3().setValue("min_interval", 500L).setValue("max_interval", 1_500L),
            new FD_ALL3().setValue("interval", failureMillis / 4L).setValue("timeout", (long) failureMillis),
            new VERIFY_SUSPECT2().setValue("timeout", 500L),
            new NAKACK2().setValue("use_mcast_xmit", false), new UNICAST3(),
            new STABLE().setMaxBytes(MOST_UNSTABLE_BYTES),
            new GMS().setJoinTimeout(500).setValue("print_local_addr", false), new UFC(), new MFC(), new FRAG4()));
    }

    /** A process that is stopped takes a connection, and its TLS handshake never ends. */
    private static void limitHandshake(Socket socket, int millis) {
        try {
            socket.setSoTimeout(millis);
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether all mediators of the site that can be reached have what was sent before the answer comes. */
    void tellAllAndConfirm(MediatorMessage message) {
        tellAll(message, Message.Flag.RSVP);
    }

    /** A mediator that is alone tells nobody: JGroups would bring the message back to this mediator only. */
    void tellAll(MediatorMessage message, Message.Flag... flags) {
        if (isAlone()) {
            return;
        }
        send(new BytesMessage(null, MediatorMessage.encode(id, message)).setFlag(flags));
    }

    /** Sends to one mediator, of any site; does nothing if the mediator is not known. */
    void tell(UUID mediator, MediatorMessage message) {
        Address address = mediators.get(mediator);
        if (address != null) {
            send(new BytesMessage(address, MediatorMessage.encode(id, message)));
        }
    }

    private void send(Message message) {
        try {
            channel.send(message);
        } catch (Exception e) {
            // The channel is closed, or the other is gone. Digests and clients make good what is lost.
        }
    }

    /** Whether no mediator can be told anything. One that comes asks for what it lacks. */
    private boolean isAlone() {
        return !bridged && others() == 0;
    }

    /** The other mediators of the site. */
    int others() {
        View view = channel.getView();
        return view == null ? 0 : view.size() - 1;
    }

    /** The other sites that can be reached. */
    Set<String> sites() {
        return Set.copyOf(sites);
    }

    private void heardOf(String other) {
        heard.put(other, System.nanoTime());
        if (sites.add(other)) {
            listener.changed("reached the site " + other);
        }
    }

    /** Looks for sites that are silent. To be called every second. */
    void lookForLostSites() {
        long now = System.nanoTime();
        heard.forEach((other, last) -> {
            if (now - last > silenceNanos && sites.remove(other)) {
                listener.changed("lost the site " + other);
            }
        });
    }

    /** The channels under this network, for tests that cut them. */
    List<JChannel> channels() {
        return channels;
    }

    @Override
    public void close() {
        channel.close();
    }

    private final class Incoming implements Receiver {
        @Override
        public void receive(Message message) {
            try {
                MediatorMessage.From from = MediatorMessage.decode(message.<byte[]>getPayload());
                if (message.getSrc() instanceof SiteAddress sender && !site.equals(sender.getSite())) {
                    heardOf(sender.getSite());
                }
                if (!from.mediator().equals(id)) {
                    mediators.put(from.mediator(), message.getSrc());
                    listener.received(from.mediator(), from.message());
                }
            } catch (WireException | ClassCastException e) {
                listener.changed("a message from the mediator " + message.getSrc() + " is malformed: "
                    + e.getMessage());
            }
        }

        @Override
        public void viewAccepted(View view) {
            listener.changed("the mediators of the site are " + view.getMembers() + ", and this one is "
                + channel.getAddress());
        }
    }
}
