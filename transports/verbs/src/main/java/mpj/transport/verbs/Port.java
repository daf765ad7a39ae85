package mpj.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import mpj.bindings.verbs.ibv_ah_attr;
import mpj.bindings.verbs.ibv_gid;
import mpj.bindings.verbs.ibv_gid_entry;
import mpj.bindings.verbs.ibv_global_route;
import mpj.bindings.verbs.ibv_port_attr;
import mpj.bindings.verbs.verbs_h;
import mpj.transport.spi.TransportException;

/**
 * The port of a device through which this rank is reached.
 *
 * @param number the port's number, from 1
 * @param ethernet true if the port is RoCE, false if it is InfiniBand
 * @param mtu the largest frame, as an {@code IBV_MTU_} constant
 * @param lid the port's address in an InfiniBand subnet
 * @param gidIndex the index of the GID in use
 * @param gid that GID, 16 bytes
 */
record Port(int number, boolean ethernet, int mtu, short lid, int gidIndex, byte[] gid) {
    private static final byte HOPS = 64;
    /** The prefix of an IPv4 address within IPv6. */
    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

    /** Examines a port of an open device, and chooses its GID. */
    static Port of(MemorySegment context, String device, int number, VerbsSettings settings) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = ibv_port_attr.allocate(arena);
            int errno = verbs_h.ibv_query_port(context, (byte) number, attributes);
            if (errno != 0) {
                throw new TransportException("transport verbs: port " + number + " of device " + device
                    + " cannot be asked: " + Libibverbs.error(errno)
                    + "; see ibv_devinfo, or choose another with -Dmpj.verbs.port=NUMBER");
            }
            int state = ibv_port_attr.state(attributes);
            if (state != verbs_h.IBV_PORT_ACTIVE()) {
                throw new TransportException("transport verbs: port " + number + " of device " + device + " is "
                    + verbs_h.ibv_port_state_str(state).getString(0) + ", not active; bring the link up (ip link set"
                    + " dev NAME up, or see the subnet manager), or choose another with -Dmpj.verbs.device=NAME and"
                    + " -Dmpj.verbs.port=NUMBER");
            }
            boolean ethernet = ibv_port_attr.link_layer(attributes) == (byte) verbs_h.IBV_LINK_LAYER_ETHERNET();
            int table = ibv_port_attr.gid_tbl_len(attributes);
            if (settings.gid() >= table) {
                throw new TransportException("-Dmpj.verbs.gid=" + settings.gid() + ": port " + number + " of device "
                    + device + " has GIDs 0 to " + (table - 1) + " (ibv_devinfo -v lists them)");
            }
            MemorySegment entry = ibv_gid_entry.allocate(arena);
            int index = settings.gid() != VerbsProperties.AUTOMATIC ? settings.gid()
                : ethernet ? best(context, number, table, entry) : 0;
            if (index < 0 || !query(context, number, index, entry)) {
                throw new TransportException("transport verbs: port " + number + " of device " + device
                    + (index < 0 ? " has no GID: give its network interface an address"
                    : " has no GID at index " + index + "; ibv_devinfo -v lists them, -Dmpj.verbs.gid=INDEX chooses"));
            }
            return new Port(number, ethernet, ibv_port_attr.active_mtu(attributes), ibv_port_attr.lid(attributes),
                index, ibv_gid_entry.gid(entry).toArray(ValueLayout.JAVA_BYTE));
        }
    }

    private static boolean query(MemorySegment context, int port, int index, MemorySegment entry) {
        return verbs_h._ibv_query_gid_ex(context, port, index, entry, 0, ibv_gid_entry.sizeof()) == 0;
    }

    /** Chooses RoCE v2 because it can be routed, and IPv4 because its addresses do not change. */
    private static int best(MemorySegment context, int port, int table, MemorySegment entry) {
        int best = -1;
        int bestRank = 0;
        for (int i = 0; i < table; i++) {
            if (query(context, port, i, entry)) {
                boolean second = ibv_gid_entry.gid_type(entry) == verbs_h.IBV_GID_TYPE_ROCE_V2();
                boolean mapped = ibv_gid_entry.gid(entry).asSlice(0, MAPPED.length)
                    .mismatch(MemorySegment.ofArray(MAPPED)) < 0;
                int rank = second && mapped ? 3 : second ? 2 : 1;
                if (rank > bestRank) {
                    best = i;
                    bestRank = rank;
                }
            }
        }
        return best;
    }

    /** Writes the route from this port to another. */
    void route(PeerAddress to, MemorySegment attributes) {
        ibv_ah_attr.port_num(attributes, (byte) number);
        ibv_ah_attr.dlid(attributes, to.lid());
        // Within an InfiniBand subnet the LID is enough. A RoCE frame has only the GID.
        if (ethernet || to.lid() == 0) {
            ibv_ah_attr.is_global(attributes, (byte) 1);
            MemorySegment route = ibv_ah_attr.grh(attributes);
            ibv_global_route.hop_limit(route, HOPS);
            ibv_global_route.sgid_index(route, (byte) gidIndex);
            MemorySegment.copy(MemorySegment.ofArray(to.gid()), 0, ibv_global_route.dgid(route), 0, ibv_gid.sizeof());
        }
    }

    @Override
    public String toString() {
        return "port " + number + ", GID " + gidIndex + " " + HexFormat.of().formatHex(gid);
    }
}
