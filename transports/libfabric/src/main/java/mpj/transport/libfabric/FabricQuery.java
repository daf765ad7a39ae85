package mpj.transport.libfabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import mpj.bindings.libfabric.fi_domain_attr;
import mpj.bindings.libfabric.fi_ep_attr;
import mpj.bindings.libfabric.fi_fabric_attr;
import mpj.bindings.libfabric.fi_info;
import mpj.bindings.libfabric.fi_rx_attr;
import mpj.bindings.libfabric.fi_tx_attr;
import mpj.bindings.libfabric.libfabric_h;
import mpj.transport.spi.TransportException;

/** Asks libfabric which fabrics there are (fi_getinfo). The answers are valid until this query is closed. */
final class FabricQuery implements AutoCloseable {
    private static final long READS = libfabric_h.FI_RMA() | libfabric_h.FI_READ() | libfabric_h.FI_REMOTE_READ();
    private static final long WRITES = READS | libfabric_h.FI_WRITE() | libfabric_h.FI_REMOTE_WRITE();
    /**
     * The capabilities that are asked for, the best first. Packets are numbered, so ordered delivery is not necessary;
     * it only saves putting them in order.
     */
    private static final long[] CAPABILITIES = {WRITES | libfabric_h.FI_MULTI_RECV(),
        READS | libfabric_h.FI_MULTI_RECV(), WRITES, READS, libfabric_h.FI_MULTI_RECV(), 0};
    private static final long[] ORDERS = {libfabric_h.FI_ORDER_SAS(), 0};
    private static final long MODES =
        libfabric_h.FI_CONTEXT() | libfabric_h.FI_CONTEXT2() | libfabric_h.FI_RX_CQ_DATA();
    private static final int REGISTRATION = libfabric_h.FI_MR_LOCAL() | libfabric_h.FI_MR_VIRT_ADDR()
        | libfabric_h.FI_MR_ALLOCATED() | libfabric_h.FI_MR_PROV_KEY() | libfabric_h.FI_MR_ENDPOINT();

    private final int version;
    private final List<MemorySegment> answers = new ArrayList<>();

    FabricQuery(int version) {
        this.version = version;
    }

    /** All fabrics of this machine. */
    List<FabricInfo> all() {
        return ask(MemorySegment.NULL, MemorySegment.NULL, 0);
    }

    /**
     * Chooses the first fabric that fits, in libfabric's own order. When all ranks are on one host and the provider
     * uses sockets, the job takes that provider's loopback interface, unless the user names another. The loopback
     * interface stays when a network goes away, and all other addresses go away with their network.
     *
     * @param wanted the user's choice
     * @param local whether every rank is on this host
     */
    FabricInfo choose(Wanted wanted, boolean local) {
        // A fabric that does not leave this host is useless to a job on several hosts, unless the user names it.
        Predicate<FabricInfo> useful = info -> local || !info.isLoopback()
            && (!info.isLocal() || !wanted.provider().isEmpty());
        // The provider sockets ignores the name of a domain that it does not know.
        Predicate<FabricInfo> named = info -> wanted.domain().isEmpty() || info.domain().equals(wanted.domain());
        for (long order : ORDERS) {
            for (long capabilities : CAPABILITIES) {
                List<FabricInfo> fitting = ask(wanted, capabilities, order, 0).stream().filter(useful).filter(named)
                    .filter(info -> info.takesMessages(PacketLayout.LEAST_MESSAGE)).toList();
                if (!fitting.isEmpty()) {
                    FabricInfo first = fitting.getFirst();
                    FabricInfo chosen = !local || wanted.namesNetwork() ? first
                        : fitting.stream().filter(info -> info.isLoopback()
                            && info.provider().equals(first.provider())).findFirst().orElse(first);
                    return withTags(wanted, chosen, capabilities, order);
                }
            }
        }
        throw nothingFits(wanted);
    }

    /** The same fabric with tagged messages, if it has them and they are useful. See {@link TaggedPayloads}. */
    private FabricInfo withTags(Wanted wanted, FabricInfo chosen, long capabilities, long order) {
        if (!TaggedPayloads.suit(chosen)) {
            return chosen;
        }
        return ask(wanted, capabilities | libfabric_h.FI_TAGGED(), order, 0).stream()
            .filter(info -> isSame(info, chosen) && info.takesMessages(TaggedPayloads.MOST))
            .findFirst().orElse(chosen);
    }

    private static boolean isSame(FabricInfo one, FabricInfo other) {
        return one.provider().equals(other.provider()) && one.domain().equals(other.domain())
            && one.fabric().equals(other.fabric());
    }

    /**
     * Whether the chosen fabric can report that a write has reached the peer's memory. If all operations of an endpoint
     * were to report this, sends would cost more, so this is asked apart.
     */
    boolean confirmsWrites(Wanted wanted, FabricInfo chosen) {
        return chosen.has(WRITES) && ask(wanted, WRITES, 0, libfabric_h.FI_DELIVERY_COMPLETE()).stream()
            .anyMatch(info -> isSame(info, chosen));
    }

    /**
     * Who moves what was sent. The engine does, by polling. But the provider sockets only queues a packet that it has
     * taken, and without a thread of its own the packet leaves when the program calls MPI again, which may be never.
     */
    private static int progress(String provider) {
        return provider.equals("sockets") ? libfabric_h.FI_PROGRESS_AUTO() : libfabric_h.FI_PROGRESS_MANUAL();
    }

    /** @param flags what every operation of the endpoint must be able to do */
    private List<FabricInfo> ask(Wanted wanted, long capabilities, long order, long flags) {
        MemorySegment hints = libfabric_h.fi_dupinfo(MemorySegment.NULL);
        if (hints.equals(MemorySegment.NULL)) {
            throw new TransportException("transport libfabric: fi_allocinfo has no memory");
        }
        try (Arena arena = Arena.ofConfined()) {
            fi_info.caps(hints, libfabric_h.FI_MSG() | capabilities);
            fi_info.mode(hints, MODES);
            fi_ep_attr.type(fi_info.ep_attr(hints), libfabric_h.FI_EP_RDM());
            fi_tx_attr.op_flags(fi_info.tx_attr(hints), flags);
            fi_tx_attr.msg_order(fi_info.tx_attr(hints), order);
            fi_rx_attr.msg_order(fi_info.rx_attr(hints), order);
            MemorySegment domain = fi_info.domain_attr(hints);
            fi_domain_attr.mr_mode(domain, REGISTRATION);
            // The engine lets one thread in at a time, and polls.
            fi_domain_attr.threading(domain, libfabric_h.FI_THREAD_DOMAIN());
            int progress = progress(wanted.provider());
            fi_domain_attr.control_progress(domain, progress);
            fi_domain_attr.data_progress(domain, progress);
            fi_domain_attr.resource_mgmt(domain, libfabric_h.FI_RM_ENABLED());
            MemorySegment fabric = fi_info.fabric_attr(hints);
            fi_domain_attr.name(domain, string(arena, wanted.domain()));
            fi_fabric_attr.prov_name(fabric, string(arena, wanted.provider()));
            try {
                return ask(hints, string(arena, addressOf(wanted.networkInterface())),
                    wanted.networkInterface().isEmpty() ? 0 : libfabric_h.FI_SOURCE());
            } finally {
                // fi_freeinfo would free memory that belongs to the arena.
                fi_domain_attr.name(domain, MemorySegment.NULL);
                fi_fabric_attr.prov_name(fabric, MemorySegment.NULL);
            }
        } finally {
            libfabric_h.fi_freeinfo(hints);
        }
    }

    private static MemorySegment string(Arena arena, String text) {
        return text.isEmpty() ? MemorySegment.NULL : arena.allocateFrom(text);
    }

    private List<FabricInfo> ask(MemorySegment hints, MemorySegment node, long flags) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment answer = arena.allocate(ValueLayout.ADDRESS);
            int result = libfabric_h.fi_getinfo(version, node, MemorySegment.NULL, flags, hints, answer);
            if (result == -libfabric_h.FI_ENODATA()) {
                return List.of();
            }
            if (result != 0) {
                throw new TransportException("transport libfabric: fi_getinfo: " + Libfabric.error(result)
                    + "; fi_info and FI_LOG_LEVEL=info say more");
            }
            MemorySegment first = answer.get(libfabric_h.C_POINTER, 0);
            answers.add(first);
            List<FabricInfo> list = new ArrayList<>();
            for (MemorySegment info = first; !info.equals(MemorySegment.NULL); info = fi_info.next(info)) {
                list.add(new FabricInfo(info));
            }
            return list;
        }
    }

    /** libfabric accepts an interface by its address only. */
    private static String addressOf(String networkInterface) {
        if (networkInterface.isEmpty()) {
            return "";
        }
        try {
            NetworkInterface named = NetworkInterface.getByName(networkInterface);
            return named == null ? networkInterface : named.inetAddresses()
                .min((a, b) -> a.getAddress().length - b.getAddress().length).map(InetAddress::getHostAddress)
                .orElseThrow(() -> new TransportException("-Dmpj.libfabric.interface=" + networkInterface
                    + ": that interface has no address"));
        } catch (SocketException e) {
            throw new TransportException("-Dmpj.libfabric.interface=" + networkInterface + ": " + e.getMessage(), e);
        }
    }

    private TransportException nothingFits(Wanted wanted) {
        List<FabricInfo> all = all();
        String here = "; mpjrun --fabrics lists what this machine has";
        List<FabricInfo> ofProvider = all.stream()
            .filter(info -> List.of(info.provider().split(";")).containsAll(List.of(wanted.provider().split(";"))))
            .toList();
        if (!wanted.provider().isEmpty() && ofProvider.isEmpty()) {
            return new TransportException(wanted.properties() + ": libfabric has no provider " + wanted.provider()
                + " here; it has " + names(all.stream().map(FabricInfo::provider).toList()) + here);
        }
        List<FabricInfo> candidates = wanted.provider().isEmpty() ? all : ofProvider;
        if (!wanted.domain().isEmpty() && candidates.stream().noneMatch(i -> i.domain().equals(wanted.domain()))) {
            return new TransportException(wanted.properties() + ": there is no such domain; there are "
                + names(candidates.stream().map(FabricInfo::domain).toList()) + here);
        }
        return new TransportException(wanted.properties() + ": nothing here has reliable datagram endpoints (FI_EP_RDM)"
            + " with messages (FI_MSG) of at least " + PacketLayout.LEAST_MESSAGE + " bytes" + here);
    }

    private static String names(List<String> names) {
        return names.isEmpty() ? "none at all" : names.stream().distinct().collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        answers.forEach(libfabric_h::fi_freeinfo);
        answers.clear();
    }
}
