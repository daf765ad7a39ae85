package mpj.bench.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import mpj.bindings.libfabric.fi_av_attr;
import mpj.bindings.libfabric.fi_cq_attr;
import mpj.bindings.libfabric.fi_ep_attr;
import mpj.bindings.libfabric.fi_fabric_attr;
import mpj.bindings.libfabric.fi_info;
import mpj.bindings.libfabric.fi_ops;
import mpj.bindings.libfabric.fi_ops_av;
import mpj.bindings.libfabric.fi_ops_cm;
import mpj.bindings.libfabric.fi_ops_domain;
import mpj.bindings.libfabric.fi_ops_fabric;
import mpj.bindings.libfabric.fid;
import mpj.bindings.libfabric.fid_av;
import mpj.bindings.libfabric.fid_domain;
import mpj.bindings.libfabric.fid_ep;
import mpj.bindings.libfabric.fid_fabric;
import mpj.bindings.libfabric.libfabric_h;

/** A reliable datagram endpoint of libfabric that sends to itself. Nothing else of the transport is involved. */
final class LoopbackEndpoint implements AutoCloseable {
    private static final int VERSION = 1 << 16 | 14;
    private static final long LONGEST_ADDRESS = 512;

    private final Arena arena = Arena.ofShared();
    private final Deque<MemorySegment> open = new ArrayDeque<>();
    private final MemorySegment endpoint;
    private final MemorySegment queue;
    private final long address;

    /**
     * Opens the endpoint.
     *
     * @param provider libfabric's name of the provider
     */
    LoopbackEndpoint(String provider) {
        libfabric_h.SYMBOL_LOOKUP.open();
        MemorySegment info = info(provider);
        MemorySegment opened = arena.allocate(ValueLayout.ADDRESS);
        check("fi_fabric", libfabric_h.fi_fabric(fi_info.fabric_attr(info), opened, MemorySegment.NULL));
        MemorySegment fabric = keep(opened);
        check("fi_domain", fi_ops_fabric.domain.invoke(fi_ops_fabric.domain(fid_fabric.ops(fabric)), fabric, info,
            opened, MemorySegment.NULL));
        MemorySegment domain = keep(opened);
        MemorySegment ops = fid_domain.ops(domain);
        MemorySegment vectorAttributes = fi_av_attr.allocate(arena);
        fi_av_attr.type(vectorAttributes, libfabric_h.FI_AV_TABLE());
        check("fi_av_open", fi_ops_domain.av_open.invoke(fi_ops_domain.av_open(ops), domain, vectorAttributes, opened,
            MemorySegment.NULL));
        MemorySegment vector = keep(opened);
        MemorySegment queueAttributes = fi_cq_attr.allocate(arena);
        fi_cq_attr.format(queueAttributes, libfabric_h.FI_CQ_FORMAT_DATA());
        check("fi_cq_open", fi_ops_domain.cq_open.invoke(fi_ops_domain.cq_open(ops), domain, queueAttributes, opened,
            MemorySegment.NULL));
        queue = keep(opened);
        check("fi_endpoint", fi_ops_domain.endpoint.invoke(fi_ops_domain.endpoint(ops), domain, info, opened,
            MemorySegment.NULL));
        endpoint = keep(opened);
        bind(vector, 0);
        bind(queue, libfabric_h.FI_TRANSMIT() | libfabric_h.FI_RECV());
        MemorySegment control = fid.ops(endpoint);
        check("fi_enable", fi_ops.control.invoke(fi_ops.control(control), endpoint, libfabric_h.FI_ENABLE(),
            MemorySegment.NULL));
        address = insertOwn(vector);
    }

    private MemorySegment info(String provider) {
        MemorySegment hints = libfabric_h.fi_dupinfo(MemorySegment.NULL);
        fi_info.caps(hints, libfabric_h.FI_MSG());
        fi_info.mode(hints, libfabric_h.FI_CONTEXT() | libfabric_h.FI_CONTEXT2());
        fi_ep_attr.type(fi_info.ep_attr(hints), libfabric_h.FI_EP_RDM());
        fi_fabric_attr.prov_name(fi_info.fabric_attr(hints), arena.allocateFrom(provider));
        MemorySegment answer = arena.allocate(ValueLayout.ADDRESS);
        check("fi_getinfo for provider " + provider, libfabric_h.fi_getinfo(VERSION, MemorySegment.NULL,
            MemorySegment.NULL, 0, hints, answer));
        return answer.get(libfabric_h.C_POINTER, 0);
    }

    private MemorySegment keep(MemorySegment opened) {
        MemorySegment object = opened.get(libfabric_h.C_POINTER, 0);
        open.push(object);
        return object;
    }

    private void bind(MemorySegment object, long flags) {
        check("fi_ep_bind", fi_ops.bind.invoke(fi_ops.bind(fid.ops(endpoint)), endpoint, object, flags));
    }

    private long insertOwn(MemorySegment vector) {
        MemorySegment name = arena.allocate(LONGEST_ADDRESS);
        MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_LONG, LONGEST_ADDRESS);
        check("fi_getname", fi_ops_cm.getname.invoke(fi_ops_cm.getname(fid_ep.cm(endpoint)), endpoint, name, length));
        MemorySegment inserted = arena.allocate(ValueLayout.JAVA_LONG);
        int count = fi_ops_av.insert.invoke(fi_ops_av.insert(fid_av.ops(vector)), vector, name, 1, inserted, 0,
            MemorySegment.NULL);
        check("fi_av_insert", count == 1 ? 0 : count);
        return inserted.get(ValueLayout.JAVA_LONG, 0);
    }

    static void check(String call, long result) {
        if (result != 0) {
            throw new IllegalStateException(call + ": "
                + libfabric_h.fi_strerror((int) Math.abs(result)).getString(0));
        }
    }

    MemorySegment endpoint() {
        return endpoint;
    }

    MemorySegment queue() {
        return queue;
    }

    /** The address by which calls name this endpoint as their destination. */
    long address() {
        return address;
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            MemorySegment object = open.pop();
            fi_ops.close.invoke(fi_ops.close(fid.ops(object)), object);
        }
        arena.close();
    }
}
