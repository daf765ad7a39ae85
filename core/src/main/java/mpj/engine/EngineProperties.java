package mpj.engine;

import java.util.List;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.settings.Catalogue;
import mpj.settings.NumberSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** The settings of messages and calls that do not depend on the transport. */
public final class EngineProperties implements Catalogue {
    /**
     * The size up to which messages leave before they are matched. Negative if each transport uses its own best size.
     */
    public static final NumberSetting EAGER_LIMIT = Setting.number("mpj.eager.limit", "bytes", 0, Long.MAX_VALUE)
        .multipleOf(Long.BYTES)
        .otherwiseFound(-1, "1m over `nio`, 512k over `shm`, 32k over `threads`, else 64k")
        .means("How many bytes of a message may leave before the receiver has matched the message. The limit does not"
            + " apply to a message that fits one packet.");
    /**
     * Which thread makes progress while the program computes. Null if a thread does so as long as something needs it.
     */
    public static final TextSetting PROGRESS = Setting.either("mpj.progress", "thread", "none")
        .otherwiseFound(null, "a thread only while a window needs one")
        .means("Whether each rank has a thread that makes progress while the rank's own threads compute. With"
            + " `thread` there is one from `MPI.Init` on, so non-blocking collectives and long messages progress as"
            + " well. With `none` there never is one. When another rank accesses a window of this rank, the access"
            + " may then wait until this rank calls MPI.");
    /** Whether ranks find out by themselves which ranks are dead. Null if they do so unless the launcher reports it. */
    public static final TextSetting DETECTOR = Setting.either("mpj.detector", "on", "off")
        .otherwiseFound(null, "`on` from the moment when the program sets `ERRORS_RETURN` on `COMM_WORLD`, under a"
            + " launcher that does not report lost ranks; `off` under `mpjrun`")
        .means("Whether the ranks ping each other, and take a rank that does not answer for dead. They use UDP, on"
            + " any free port. With `on` they begin at `MPI.Init`.");
    /** The time without an answer after which a rank is dead. */
    public static final NumberSetting DETECTOR_TIMEOUT = Setting.number("mpj.detector.timeout", "seconds", 1, 86_400)
        .otherwise(1)
        .means("A rank that has not answered for this long is dead to the others. Choose more than the longest time"
            + " for which a rank may stand still: a garbage collection, a debugger, or a host that is overloaded.");
    /** Which objects are accepted from other ranks. Null for the library's own filter of limits. */
    public static final TextSetting SERIAL_FILTER = Setting.text("mpj.serial.filter",
        "a pattern of `java.io.ObjectInputFilter`")
        .otherwiseFound(null, "a filter that limits depth, references, the length of each array, and the length of all"
            + " arrays in a message")
        .means("Which objects a rank accepts from other ranks.");

    /** Whether there may be a progress thread. */
    public static boolean mayProgressThreadRun() {
        return !"none".equals(PROGRESS.value());
    }

    /** Whether there is to be a progress thread from MPI.Init on. */
    public static boolean isProgressThreadWanted() {
        return "thread".equals(PROGRESS.value());
    }

    /** Called by {@link java.util.ServiceLoader}. */
    public EngineProperties() {
    }

    @Override
    public String title() {
        return "Messages and calls";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(EAGER_LIMIT, PROGRESS, RuntimeProperties.CHECK, DETECTOR, DETECTOR_TIMEOUT, SERIAL_FILTER);
    }
}
