package mpj.transport.mpi;

import java.util.List;
import mpj.settings.Catalogue;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** The name of this transport, and its properties. */
public final class MpiProperties implements Catalogue {
    static final String NAME = "mpi";

    static final TextSetting LIBRARY = Setting.text("mpj.mpi.library", "a file").otherwise("libmpi_abi.so.1")
        .means("The file of the MPI library, which must have the standard ABI of MPI 5.");

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
