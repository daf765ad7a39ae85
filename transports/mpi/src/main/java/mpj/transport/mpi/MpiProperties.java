package mpj.transport.mpi;

import java.util.List;
import mpj.settings.Catalogue;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** What a user may set of this transport. */
public final class MpiProperties implements Catalogue {
    static final TextSetting LIBRARY = Setting.text("mpj.mpi.library", "a file").otherwise("libmpi_abi.so.1")
        .means("The library's file: one with the standard ABI of MPI 5.");

    /** Called by {@link java.util.ServiceLoader}. */
    public MpiProperties() {
    }

    @Override
    public String title() {
        return "Transport mpi";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(LIBRARY);
    }
}
