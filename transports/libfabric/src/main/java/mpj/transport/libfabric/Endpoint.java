package mpj.transport.libfabric;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import mpj.bindings.libfabric.fi_av_attr;
import mpj.bindings.libfabric.fi_cq_attr;
import mpj.bindings.libfabric.fi_info;
import mpj.bindings.libfabric.fi_ops;
import mpj.bindings.libfabric.fi_ops_av;
import mpj.bindings.libfabric.fi_ops_cm;
import mpj.bindings.libfabric.fi_ops_domain;
import mpj.bindings.libfabric.fi_ops_ep;
import mpj.bindings.libfabric.fi_ops_fabric;
import mpj.bindings.libfabric.fid;
import mpj.bindings.libfabric.fid_av;
import mpj.bindings.libfabric.fid_domain;
import mpj.bindings.libfabric.fid_ep;
import mpj.bindings.libfabric.fid_fabric;
import mpj.bindings.libfabric.libfabric_h;
import mpj.transport.device.LockedMemory;
import mpj.transport.spi.TransportException;

/**
 * A reliable datagram endpoint that is open and enabled, with everything that it needs: fabric, domain, address vector
 * and one completion queue.
 */
final class Endpoint implements AutoCloseable {
    private static final int NO_DESCRIPTOR = -1;
    private static final long LONGEST_ADDRESS = 512;

    private final FabricInfo info;
    private final Arena arena;
    /** The open objects. The last one is on top, because it is closed first. */
    private final Deque<MemorySegment> open = new ArrayDeque<>();
    private final MemorySegment fabric;
    private final MemorySegment domain;
    private final MemorySegment addressVector;
    private final MemorySegment queue;
    private final MemorySegment endpoint;
    private final int waitDescriptor;
    private final MemorySegment fidOfQueue;

    /**
     * Opens the endpoint.
     *
     * @param info an offer of fi_getinfo
     * @param queueSize the size of the completion queue, in entries
     * @param arena the arena of everything that lives as long as the endpoint
     */
    Endpoint(FabricInfo info, long queueSize, Arena arena) {
        this.info = info;
        this.arena = arena;
        MemorySegment struct = info.struct();
        MemorySegment opened = arena.allocate(ADDRESS);
        try {
            check(libfabric_h.fi_fabric(fi_info.fabric_attr(struct), opened, MemorySegment.NULL), "fi_fabric");
            fabric = keep(opened);
            MemorySegment fabricOps = fid_fabric.ops(fabric);
            check(fi_ops_fabric.domain.invoke(fi_ops_fabric.domain(fabricOps), fabric, struct, opened,
                MemorySegment.NULL), "fi_domain");
            domain = keep(opened);
            MemorySegment domainOps = fid_domain.ops(domain);
            addressVector = openAddressVector(domainOps, opened);
            boolean sleeps = openQueue(domainOps, queueSize, libfabric_h.FI_WAIT_FD(), opened) == 0;
            if (!sleeps) {
                check(openQueue(domainOps, queueSize, libfabric_h.FI_WAIT_NONE(), opened), "fi_cq_open");
            }
            queue = keep(opened);
            check(fi_ops_domain.endpoint.invoke(fi_ops_domain.endpoint(domainOps), domain, struct, opened,
                MemorySegment.NULL), "fi_endpoint");
            endpoint = keep(opened);
            bind(addressVector, 0);
            bind(queue, libfabric_h.FI_TRANSMIT() | libfabric_h.FI_RECV());
            // The queue's descriptor can be waited for only once the queue is bound.
            waitDescriptor = sleeps ? descriptorOf(queue) : NO_DESCRIPTOR;
            fidOfQueue = arena.allocateFrom(ADDRESS, queue);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private MemorySegment openAddressVector(MemorySegment domainOps, MemorySegment opened) {
        MemorySegment attributes = fi_av_attr.allocate(arena);
        int type = info.addressVectorType();
        fi_av_attr.type(attributes, type == libfabric_h.FI_AV_UNSPEC() ? libfabric_h.FI_AV_TABLE() : type);
        check(fi_ops_domain.av_open.invoke(fi_ops_domain.av_open(domainOps), domain, attributes, opened,
            MemorySegment.NULL), "fi_av_open");
        return keep(opened);
    }

    private int openQueue(MemorySegment domainOps, long size, int wait, MemorySegment opened) {
        MemorySegment attributes = fi_cq_attr.allocate(arena);
        fi_cq_attr.size(attributes, size);
        fi_cq_attr.format(attributes, libfabric_h.FI_CQ_FORMAT_DATA());
        fi_cq_attr.wait_obj(attributes, wait);
        return fi_ops_domain.cq_open.invoke(fi_ops_domain.cq_open(domainOps), domain, attributes, opened,
            MemorySegment.NULL);
    }

    private MemorySegment keep(MemorySegment opened) {
        MemorySegment object = opened.get(libfabric_h.C_POINTER, 0);
        open.push(object);
        return object;
    }

    private void bind(MemorySegment object, long flags) {
        MemorySegment ops = fid.ops(endpoint);
        check(fi_ops.bind.invoke(fi_ops.bind(ops), endpoint, object, flags), "fi_ep_bind");
    }

    private int descriptorOf(MemorySegment object) {
        MemorySegment descriptor = arena.allocate(JAVA_INT);
        MemorySegment ops = fid.ops(object);
        int result = fi_ops.control.invoke(fi_ops.control(ops), object, libfabric_h.FI_GETWAIT(), descriptor);
        return result == 0 ? descriptor.get(JAVA_INT, 0) : NO_DESCRIPTOR;
    }

    /**
     * Lets traffic begin. Sets the number of free bytes that a receive of many packets needs in order to take another
     * packet.
     */
    void enable(long leastBytes) {
        MemorySegment ops = fid.ops(endpoint);
        check(fi_ops.control.invoke(fi_ops.control(ops), endpoint, libfabric_h.FI_ENABLE(), MemorySegment.NULL),
            "fi_enable");
        MemorySegment least = arena.allocateFrom(JAVA_LONG, leastBytes);
        MemorySegment epOps = fid_ep.ops(endpoint);
        // Not before enabling: shm of libfabric 1.17 would crash. It does no harm if a provider without such receives
        // refuses.
        fi_ops_ep.setopt.invoke(fi_ops_ep.setopt(epOps), endpoint, libfabric_h.FI_OPT_ENDPOINT(),
            libfabric_h.FI_OPT_MIN_MULTI_RECV(), least, JAVA_LONG.byteSize());
    }

    /** The name by which peers reach the endpoint. */
    byte[] name() {
        MemorySegment name = arena.allocate(LONGEST_ADDRESS);
        MemorySegment length = arena.allocateFrom(JAVA_LONG, LONGEST_ADDRESS);
        MemorySegment ops = fid_ep.cm(endpoint);
        check(fi_ops_cm.getname.invoke(fi_ops_cm.getname(ops), endpoint, name, length), "fi_getname");
        return name.asSlice(0, length.get(JAVA_LONG, 0)).toArray(JAVA_BYTE);
    }

    /**
     * Makes a peer's name known to the provider.
     *
     * @return the address of the peer in calls of libfabric
     */
    long insert(byte[] name) {
        if (name.length > LONGEST_ADDRESS) {
            throw new TransportException("transport libfabric: a peer's name of " + name.length + " bytes, and "
                + LONGEST_ADDRESS + " is the most");
        }
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment bytes = scratch.allocate(LONGEST_ADDRESS);
            MemorySegment.copy(name, 0, bytes, JAVA_BYTE, 0, name.length);
            MemorySegment address = scratch.allocate(JAVA_LONG);
            MemorySegment ops = fid_av.ops(addressVector);
            int inserted = fi_ops_av.insert.invoke(fi_ops_av.insert(ops), addressVector, bytes, 1, address, 0,
                MemorySegment.NULL);
            if (inserted != 1) {
                throw failure("fi_av_insert", inserted < 0 ? inserted : -libfabric_h.FI_EINVAL());
            }
            return address.get(JAVA_LONG, 0);
        }
    }

    /** fi_cancel: a receive that has not begun ends with an error. It does no harm if a provider cannot cancel. */
    void cancel(long context) {
        MemorySegment ops = fid_ep.ops(endpoint);
        fi_ops_ep.cancel.invoke(fi_ops_ep.cancel(ops), endpoint, MemorySegment.ofAddress(context));
    }

    /**
     * Whether {@code fi_cq_read} has returned everything that has completed. Only then may a thread wait for the
     * descriptor.
     */
    boolean mayWait() {
        MemorySegment ops = fid_fabric.ops(fabric);
        return fi_ops_fabric.trywait.invoke(fi_ops_fabric.trywait(ops), fabric, fidOfQueue, 1) == 0;
    }

    /**
     * A descriptor that becomes readable when an operation has completed, or a negative number if the provider has
     * none.
     */
    int waitDescriptor() {
        return waitDescriptor;
    }

    FabricInfo info() {
        return info;
    }

    MemorySegment domain() {
        return domain;
    }

    MemorySegment queue() {
        return queue;
    }

    MemorySegment endpoint() {
        return endpoint;
    }

    private void check(int result, String call) {
        if (result != 0) {
            throw failure(call, result);
        }
    }

    /** Makes the exception for a failed call. */
    TransportException failure(String call, long result) {
        String text = "transport libfabric, provider " + info.provider() + ", domain " + info.domain() + ": " + call
            + ": " + Libfabric.error(result) + remedy(result);
        return result == -libfabric_h.FI_ENOMEM() || result == -libfabric_h.FI_EAGAIN()
            ? TransportException.passing(text, null) : new TransportException(text);
    }

    private static String remedy(long result) {
        if (result == -libfabric_h.FI_EOVERRUN()) {
            return "; give it a larger completion queue with -Dmpj.libfabric.queue=NUMBER";
        }
        return result == -libfabric_h.FI_ENOMEM() ? LockedMemory.remedy()
            : "; choose another provider with -Dmpj.transport=libfabric:NAME (mpjrun --fabrics), or see what"
                + " FI_LOG_LEVEL=warn says";
    }

    /** Closes only the endpoint, so that memory that is bound to it can be released. */
    void closeEndpoint() {
        close(open.pop());
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            close(open.pop());
        }
    }

    /** fi_close. */
    static int close(MemorySegment object) {
        MemorySegment ops = fid.ops(object);
        return fi_ops.close.invoke(fi_ops.close(ops), object);
    }
}
