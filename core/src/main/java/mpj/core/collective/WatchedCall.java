package mpj.core.collective;

import java.util.function.Supplier;
import mpj.collectives.Collective;
import mpj.engine.Operation;
import mpj.watch.CommunicatorWatch;
import mpj.watch.StartedCall;

/** A collective call that is watched. */
final class WatchedCall extends CollectiveCall {
    private static final String[] NAMES = new String[Collective.values().length];
    private static final String[] STARTED = new String[NAMES.length];
    private static final String[] KEPT = new String[NAMES.length];

    static {
        for (Collective each : Collective.values()) {
            String lower = each.label();
            NAMES[each.ordinal()] = Character.toUpperCase(lower.charAt(0)) + lower.substring(1);
            STARTED[each.ordinal()] = "I" + lower;
            KEPT[each.ordinal()] = NAMES[each.ordinal()] + "_init";
        }
    }

    private final CommunicatorWatch watch;
    private final int[] members;
    /** The call while it goes on by itself, and when that began. Not used for a blocking call. */
    private StartedCall started;
    private long start;

    private WatchedCall(Form form, CallCarrier carrier, CommunicatorWatch watch,
                        int[] members) {
        super(form, carrier);
        this.watch = watch;
        this.members = members;
    }

    /** Returns the plain type, so that only a JVM with a watched rank loads this class. */
    static CollectiveCall of(Form form, CallCarrier carrier, CommunicatorWatch watch,
                             int[] members) {
        return new WatchedCall(form, carrier, watch, members);
    }

    private void begin(String[] names) {
        int root = argumentRoot();
        boolean known = isRooted() && root >= 0 && root < members.length;
        watch.begin(names[collective().ordinal()], known ? members[root] : -1, -1, 0);
    }

    private boolean isRooted() {
        return switch (collective()) {
            case BCAST, GATHER, GATHERV, SCATTER, SCATTERV, REDUCE -> true;
            default -> false;
        };
    }

    @Override
    public void run() {
        begin(NAMES);
        boolean failed = true;
        try {
            super.run();
            failed = false;
        } finally {
            watch.end(failed);
        }
    }

    @Override
    public Operation start() {
        begin(STARTED);
        boolean failed = true;
        try {
            Operation started = super.start();
            failed = false;
            return started;
        } finally {
            watch.end(failed);
        }
    }

    @Override
    public Supplier<Operation> keep() {
        begin(KEPT);
        boolean failed = true;
        try {
            Supplier<Operation> kept = super.keep();
            failed = false;
            return () -> startAgain(kept);
        } finally {
            watch.end(failed);
        }
    }

    private Operation startAgain(Supplier<Operation> kept) {
        watch.begin("Start");
        start = System.nanoTime();
        boolean failed = true;
        try {
            Operation started = kept.get();
            failed = false;
            return started;
        } finally {
            watch.end(failed);
        }
    }

    @Override
    void prepare() {
        long before = System.nanoTime();
        super.prepare();
        watch.watch().chosen(schedule().algorithm(), bytes());
        watch.watch().phase("prepare", System.nanoTime() - before);
        if (form() != Form.BLOCKING) {
            started = watch.started((form() == Form.PERSISTENT ? KEPT : STARTED)[collective().ordinal()], bytes(),
                schedule().algorithm());
            start = System.nanoTime();
        }
    }

    @Override
    void pack(CallBuffers buffers) {
        long before = System.nanoTime();
        super.pack(buffers);
        endPhase("pack", before);
    }

    @Override
    void unpack(CallBuffers buffers) {
        long before = System.nanoTime();
        super.unpack(buffers);
        endPhase("unpack", before);
    }

    @Override
    void exchange() {
        long before = System.nanoTime();
        super.exchange();
        endPhase("exchange", before);
    }

    @Override
    void exchanged() {
        endPhase("exchange", start);
    }

    private void endPhase(String phase, long since) {
        long took = System.nanoTime() - since;
        if (form() == Form.BLOCKING) {
            watch.watch().phase(phase, took);
        } else if (started != null) { // null for a call that this library makes itself
            watch.watch().phase(started, phase, took);
        }
    }
}
