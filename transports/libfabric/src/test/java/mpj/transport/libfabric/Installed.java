package mpj.transport.libfabric;

import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Assumptions;

/** Skips tests where libfabric is missing, unless -Dtests.require names it, as continuous integration does. */
final class Installed {
    private Installed() {
    }

    static void assume() {
        try {
            Libfabric.open();
        } catch (TransportException e) {
            unless(e.getMessage());
        }
    }

    /** Skips, with the reason. */
    static void unless(String missing) {
        if (System.getProperty("tests.require", "").contains("libfabric")) {
            throw new AssertionError("libfabric is required here: " + missing);
        }
        Assumptions.abort(missing);
    }
}
