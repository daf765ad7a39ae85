package mpj.transport.libfabric;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static mpj.transport.libfabric.PacketLayout.LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import mpj.bindings.libfabric.fi_ops;
import mpj.bindings.libfabric.fi_ops_mr;
import mpj.bindings.libfabric.fid;
import mpj.bindings.libfabric.fid_domain;
import mpj.bindings.libfabric.fid_mr;
import mpj.bindings.libfabric.libfabric_h;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.TransportException;

/** Registers memory (fi_mr_reg) in the way that the provider's mode bits ask for. */
final class Registrar {
    /** Where in the key that peers get the base is; the provider's key comes first. */
    static final long BASE_AT = 8;
    private static final int ATTEMPTS = 100;

    /**
     * Registered memory.
     *
     * @param object the {@code fid_mr}
     * @param descriptor the descriptor that local operations pass with the memory, 0 if the provider wants none
     * @param key the key by which a peer's operations name the memory
     * @param base the number that a peer adds to an offset in the memory
     */
    record Registration(MemorySegment object, long descriptor, long key, long base) implements MemoryRegion {
        @Override
        public void key(MemorySegment packet, long offset) {
            packet.set(LONG, offset, key);
            packet.set(LONG, offset + BASE_AT, base);
        }

        @Override
        public void close() {
            Endpoint.close(object);
        }
    }

    private final Endpoint endpoint;
    private final boolean local;
    private final boolean virtualAddresses;
    private final boolean providerKeys;
    private final boolean boundToEndpoint;
    /** Makes keys that cannot be guessed, because anyone who knows a key may read the memory. */
    private final SplittableRandom keys;
    private final long keyMask;

    Registrar(Endpoint endpoint, long seed) {
        FabricInfo info = endpoint.info();
        this.endpoint = endpoint;
        local = info.registers(libfabric_h.FI_MR_LOCAL());
        virtualAddresses = info.registers(libfabric_h.FI_MR_VIRT_ADDR());
        providerKeys = info.registers(libfabric_h.FI_MR_PROV_KEY());
        boundToEndpoint = info.registers(libfabric_h.FI_MR_ENDPOINT());
        keys = new SplittableRandom(seed);
        keyMask = -1L >>> Long.SIZE - info.keyBits();
    }

    /**
     * Registers memory.
     *
     * @throws TransportException when the provider refuses, for example because no locked memory is left
     */
    Registration register(MemorySegment memory, long access) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment opened = arena.allocate(ADDRESS);
            MemorySegment ops = fid_domain.mr(endpoint.domain());
            int result = 0;
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                long key = providerKeys ? 0 : keys.nextLong() & keyMask;
                result = fi_ops_mr.reg.invoke(fi_ops_mr.reg(ops), endpoint.domain(), memory, memory.byteSize(), access,
                    0, key, 0, opened, MemorySegment.NULL);
                if (providerKeys || result != -libfabric_h.FI_ENOKEY()) {
                    break;
                }
            }
            if (result != 0) {
                throw endpoint.failure("fi_mr_reg of " + memory.byteSize() + " bytes", result);
            }
            MemorySegment object = opened.get(libfabric_h.C_POINTER, 0);
            if (boundToEndpoint) {
                bind(object);
            }
            return new Registration(object, local ? fid_mr.mem_desc(object).address() : 0, fid_mr.key(object),
                virtualAddresses ? memory.address() : 0);
        }
    }

    private void bind(MemorySegment object) {
        MemorySegment ops = fid.ops(object);
        int result = fi_ops.bind.invoke(fi_ops.bind(ops), object, endpoint.endpoint(), 0);
        if (result == 0) {
            result = fi_ops.control.invoke(fi_ops.control(ops), object, libfabric_h.FI_ENABLE(), MemorySegment.NULL);
        }
        if (result != 0) {
            Endpoint.close(object);
            throw endpoint.failure("fi_mr_bind", result);
        }
    }

    /** Registers the buffers of sends or receives if the provider requires it; else returns null. */
    Registration buffers(MemorySegment memory, long access) {
        return local ? register(memory, access) : null;
    }
}
