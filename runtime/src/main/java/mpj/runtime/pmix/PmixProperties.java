package mpj.runtime.pmix;

import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** What a user may set of PMIx. */
public final class PmixProperties {
    /** The file of libpmix, or null. */
    public static final TextSetting LIBRARY = Setting.text("mpj.pmix.library", "a file")
        .otherwiseFound(null, "the launcher's own, else the system's `libpmix.so.2`")
        .means("The file of libpmix.");

    private PmixProperties() {
    }
}
