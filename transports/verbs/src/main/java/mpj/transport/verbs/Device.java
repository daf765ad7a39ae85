package mpj.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpj.bindings.Linux;
import mpj.bindings.verbs.ibv_device;
import mpj.bindings.verbs.ibv_device_attr;
import mpj.bindings.verbs.ibv_port_attr;
import mpj.bindings.verbs.verbs_h;
import mpj.transport.device.LockedMemory;
import mpj.transport.spi.TransportException;

/** An open device with the port in use and a protection domain. */
final class Device implements AutoCloseable {
    private static final String NONE = "transport verbs is unavailable: this host has no RDMA device (ibv_devinfo lists"
        + " them); choose another transport with -Dmpj.transport=NAME";
    private static final String KERNEL_CLASSES = "/sys/class";
    private static final String KERNEL_DEVICES = "infiniband";

    private final String name;
    private final MemorySegment context;
    private final MemorySegment domain;
    private final Port port;
    private final MemorySegment attributes;

    private Device(String name, MemorySegment context, Port port, MemorySegment attributes) {
        this.name = name;
        this.context = context;
        this.port = port;
        this.attributes = attributes;
        domain = verbs_h.ibv_alloc_pd(context);
        require(domain, "a protection domain (ibv_alloc_pd)");
    }

    /**
     * Checks that there may be a device. It asks the kernel first, because a job of several hosts tries this transport
     * at each start, and loading the library and linking its functions take 50 ms. If the user names a library, the
     * kernel is not asked, because that library may have devices that the kernel does not know.
     *
     * @throws TransportException when there is certainly no device
     */
    static void requireAny() {
        if (obstacle() != null) {
            throw none();
        }
    }

    /** The reason if there is certainly no device, or null. */
    static String obstacle() {
        return !VerbsProperties.LIBRARY.isSet() && kernelHasNoDevice() ? NONE : null;
    }

    private static boolean kernelHasNoDevice() {
        try {
            Path classes = Linux.file(KERNEL_CLASSES);
            return Files.exists(classes) && !Files.exists(classes.resolve(KERNEL_DEVICES));
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    private static TransportException none() {
        return new TransportException(NONE);
    }

    /** Opens the device that the settings name, or the first one that can be used. */
    static Device open(VerbsSettings settings, Arena arena) {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment count = scratch.allocate(ValueLayout.JAVA_INT);
            MemorySegment list = verbs_h.ibv_get_device_list(count);
            int devices = list.equals(MemorySegment.NULL) ? 0 : count.get(ValueLayout.JAVA_INT, 0);
            try {
                return choose(list, devices, settings, arena);
            } finally {
                if (devices > 0) {
                    verbs_h.ibv_free_device_list(list);
                }
            }
        }
    }

    private static Device choose(MemorySegment list, int devices, VerbsSettings settings, Arena arena) {
        if (devices == 0) {
            throw none();
        }
        List<String> names = new ArrayList<>();
        TransportException reason = null;
        for (int i = 0; i < devices; i++) {
            MemorySegment device = list.getAtIndex(verbs_h.C_POINTER, i);
            String name = verbs_h.ibv_get_device_name(device).getString(0);
            names.add(name);
            if (settings.device().isEmpty() || settings.device().equals(name)) {
                try {
                    return open(device, name, settings, arena);
                } catch (TransportException e) {
                    reason = reason == null ? e : reason;
                }
            }
        }
        throw reason != null ? reason : new TransportException("-Dmpj.verbs.device=" + settings.device()
            + ": this host has no such RDMA device; it has " + String.join(", ", names));
    }

    private static Device open(MemorySegment device, String name, VerbsSettings settings, Arena arena) {
        if (ibv_device.transport_type(device) == verbs_h.IBV_TRANSPORT_IWARP()) {
            throw new TransportException("transport verbs: device " + name + " is iWARP, which connects by rdma_cm"
                + " only; use -Dmpj.transport=libfabric:verbs;ofi_rxm");
        }
        MemorySegment context = verbs_h.ibv_open_device(device);
        if (context.equals(MemorySegment.NULL)) {
            throw new TransportException("transport verbs: device " + name + " cannot be opened; this user must be"
                + " able to read and write /dev/infiniband/" + ibv_device.dev_name(device).getString(0));
        }
        try {
            MemorySegment attributes = ibv_device_attr.allocate(arena);
            int errno = verbs_h.ibv_query_device(context, attributes);
            if (errno != 0) {
                throw new TransportException("transport verbs: device " + name + " cannot be asked: "
                    + Libibverbs.error(errno));
            }
            return new Device(name, context, port(context, name, ibv_device_attr.phys_port_cnt(attributes), settings),
                attributes);
        } catch (TransportException e) {
            verbs_h.ibv_close_device(context);
            throw e;
        }
    }

    private static Port port(MemorySegment context, String device, int ports, VerbsSettings settings) {
        if (settings.port() > ports) {
            throw new TransportException("-D" + VerbsProperties.PORT.definition(settings.port()) + ": device " + device
                + " has ports 1 to " + ports);
        }
        if (settings.port() > 0) {
            return Port.of(context, device, settings.port(), settings);
        }
        TransportException reason = null;
        for (int number = 1; number <= ports; number++) {
            try {
                return Port.of(context, device, number, settings);
            } catch (TransportException e) {
                reason = reason == null ? e : reason;
            }
        }
        throw reason != null ? reason : new TransportException("transport verbs: device " + device + " has no port");
    }

    MemorySegment context() {
        return context;
    }

    MemorySegment domain() {
        return domain;
    }

    Port port() {
        return port;
    }

    String name() {
        return name;
    }

    /** The properties of the device, an {@code ibv_device_attr}. */
    MemorySegment attributes() {
        return attributes;
    }

    /** Registers memory with the device. */
    Registration register(MemorySegment memory, int access) {
        MemorySegment region = verbs_h.ibv_reg_mr(domain, memory, memory.byteSize(), access);
        require(region, "to register " + memory.byteSize() + " bytes of memory (ibv_reg_mr)", LockedMemory.remedy());
        return new Registration(region);
    }

    /** Checks that a call which makes something has not returned a null pointer. */
    void require(MemorySegment made, String what) {
        require(made, what, "; ibv_devinfo -v shows its limits, which other programs may have used up");
    }

    private void require(MemorySegment made, String what, String remedy) {
        if (made.equals(MemorySegment.NULL)) {
            throw TransportException.passing("transport verbs: device " + name + " refuses " + what + remedy, null);
        }
    }

    /** Checks the result of a call. */
    void check(int errno, String call) {
        if (errno != 0) {
            throw new TransportException("transport verbs, device " + name + ": " + call + ": "
                + Libibverbs.error(errno));
        }
    }

    /** The port's present state, for error messages. */
    String portState() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment now = ibv_port_attr.allocate(arena);
            return "port " + port.number() + " of device " + name + " is "
                + (verbs_h.ibv_query_port(context, (byte) port.number(), now) != 0 ? "gone"
                : verbs_h.ibv_port_state_str(ibv_port_attr.state(now)).getString(0));
        }
    }

    @Override
    public void close() {
        verbs_h.ibv_dealloc_pd(domain);
        verbs_h.ibv_close_device(context);
    }
}
