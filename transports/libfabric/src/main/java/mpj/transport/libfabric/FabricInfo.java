package mpj.transport.libfabric;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Set;
import mpj.bindings.libfabric.fi_domain_attr;
import mpj.bindings.libfabric.fi_ep_attr;
import mpj.bindings.libfabric.fi_fabric_attr;
import mpj.bindings.libfabric.fi_info;
import mpj.bindings.libfabric.fi_rx_attr;
import mpj.bindings.libfabric.fi_tx_attr;
import mpj.bindings.libfabric.libfabric_h;

/**
 * One way to use one provider, as fi_getinfo offers it.
 *
 * @param struct the {@code fi_info}, which libfabric owns
 */
record FabricInfo(MemorySegment struct) {
    private static final Set<String> STREAMS = Set.of("tcp", "net");
    /** Where the address begins in a socket address, after 2 bytes of family and 2 bytes of port. */
    private static final int IPV4_AT = 4;
    private static final int IPV6_AT = 8;
    private static final int LOOPBACK_NETWORK = 127;

    String provider() {
        return Libfabric.text(fi_fabric_attr.prov_name(fi_info.fabric_attr(struct)));
    }

    /** Whether the provider sends data of any length at once, as a stream of bytes: TCP with nothing above it. */
    boolean isStream() {
        return STREAMS.contains(provider());
    }

    String fabric() {
        return Libfabric.text(fi_fabric_attr.name(fi_info.fabric_attr(struct)));
    }

    int providerVersion() {
        return fi_fabric_attr.prov_version(fi_info.fabric_attr(struct));
    }

    String domain() {
        return Libfabric.text(fi_domain_attr.name(domainAttributes()));
    }

    private MemorySegment domainAttributes() {
        return fi_info.domain_attr(struct);
    }

    boolean has(long capability) {
        return (fi_info.caps(struct) & capability) == capability;
    }

    /** Whether a mode bit of memory registration is set. */
    boolean registers(int mode) {
        return (fi_domain_attr.mr_mode(domainAttributes()) & mode) != 0;
    }

    int addressVectorType() {
        return fi_domain_attr.av_type(domainAttributes());
    }

    /** The number of bits of a key of registered memory. */
    int keyBits() {
        return (int) Math.min(Long.SIZE, Byte.SIZE * fi_domain_attr.mr_key_size(domainAttributes()));
    }

    long injectSize() {
        return fi_tx_attr.inject_size(fi_info.tx_attr(struct));
    }

    /** The number of sends that may be under way. */
    long sendQueue() {
        return fi_tx_attr.size(fi_info.tx_attr(struct));
    }

    /** The number of receives that may be posted. */
    long receiveQueue() {
        return fi_rx_attr.size(fi_info.rx_attr(struct));
    }

    /** The largest message in bytes, but at most {@code limit}. A provider that has no limit says 2^64 - 1. */
    long maximumMessage(long limit) {
        long most = fi_ep_attr.max_msg_size(fi_info.ep_attr(struct));
        return Long.compareUnsigned(most, limit) < 0 ? most & -8 : limit;
    }

    boolean takesMessages(long bytes) {
        return maximumMessage(bytes) == bytes;
    }

    String protocol() {
        return text(fi_ep_attr.protocol$offset(), libfabric_h.FI_TYPE_PROTOCOL());
    }

    String endpointType() {
        return text(fi_ep_attr.type$offset(), libfabric_h.FI_TYPE_EP_TYPE());
    }

    private String text(long offset, int type) {
        return libfabric_h.fi_tostr(fi_info.ep_attr(struct).asSlice(offset), type).getString(0);
    }

    /** Whether it connects only processes of one host, through memory. */
    boolean isLocal() {
        return Arrays.stream(provider().split(";")).anyMatch(name -> name.equals("shm") || name.equals("sm2"))
            || has(libfabric_h.FI_LOCAL_COMM()) && !has(libfabric_h.FI_REMOTE_COMM());
    }

    /** Whether it is a socket on the loopback interface. */
    boolean isLoopback() {
        MemorySegment address = fi_info.src_addr(struct);
        if (address.equals(MemorySegment.NULL)) {
            return false;
        }
        int format = fi_info.addr_format(struct);
        byte[] bytes = address.asSlice(0, fi_info.src_addrlen(struct)).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
        if (format == libfabric_h.FI_SOCKADDR_IN6()) {
            return Arrays.equals(bytes, IPV6_AT, IPV6_AT + 15, new byte[15], 0, 15) && bytes[IPV6_AT + 15] == 1;
        }
        return format == libfabric_h.FI_SOCKADDR_IN() && bytes[IPV4_AT] == LOOPBACK_NETWORK;
    }
}
