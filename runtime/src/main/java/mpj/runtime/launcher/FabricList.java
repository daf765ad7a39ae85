package mpj.runtime.launcher;

import java.io.IOException;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.SignalChaining;

/** {@code mpjrun --fabrics}. The transport prints the list: the launcher knows none but by the name of this class. */
final class FabricList {
    private static final String PROGRAM = "mpj.transport.libfabric.Fabrics";

    private FabricList() {
    }

    /** Prints what there is, in a JVM of its own: libfabric changes the process that it is loaded into. */
    static int list(Jdk jdk, LibraryFiles library) throws IOException, InterruptedException {
        ProcessBuilder lister = new ProcessBuilder(jdk.java(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED", "-cp", library.classPath(), PROGRAM).inheritIO();
        SignalChaining.preload(jdk.java(), lister.environment());
        return lister.start().waitFor();
    }
}
