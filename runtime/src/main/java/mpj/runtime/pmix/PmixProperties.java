package mpj.runtime.pmix;

import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** The settings for PMIx. */
public final class PmixProperties {
    /** The file of libpmix, or null for a search. */
    public static final TextSetting LIBRARY = Setting.text("mpj.pmix.library", "a file")
        .otherwiseFound(null, "the one that the launcher has loaded, else the system's `libpmix.so.2`")
        .means("The shared library libpmix.");

    private PmixProperties() {
    }
}
