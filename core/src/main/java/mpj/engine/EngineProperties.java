package mpj.engine;

import java.util.List;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.settings.Catalogue;
import mpj.settings.NumberSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** What a user may set of messages and calls, whatever the transport. */
public final class EngineProperties implements Catalogue {
    /**
     * The size up to which messages leave before they are matched. Negative if each transport uses its own best size.
     */
    public static final NumberSetting EAGER_LIMIT = Setting.number("mpj.eager.limit", "bytes", 0, Long.MAX_VALUE)
        .multipleOf(Long.BYTES)
        .otherwiseFound(-1, "1m over `nio`, 512k over `shm`, 32k over `threads`, else 64k")
        .means("Bytes of a message that may leave before the receiver has matched it. Does not apply to a message that"
            + " fits one packet.");
    /** Which objects are accepted from other ranks. Null for the library's own filter of limits. */
    public static final TextSetting SERIAL_FILTER = Setting.text("mpj.serial.filter",
        "a pattern of `java.io.ObjectInputFilter`")
        .otherwiseFound(null, "limits of depth, references and array lengths, of each array and of all in a message")
        .means("Which objects are accepted from other ranks.");

    /** Called by {@link java.util.ServiceLoader}. */
    public EngineProperties() {
    }

    @Override
    public String title() {
        return "Messages and calls";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(EAGER_LIMIT, RuntimeProperties.CHECK, SERIAL_FILTER);
    }
}
