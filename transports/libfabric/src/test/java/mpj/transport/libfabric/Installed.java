package mpj.transport.libfabric;

import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.Assumptions;

/**
 * Skips tests if libfabric is missing. If -Dtests.require names it, as in continuous integration, the tests are not
 * skipped.
 */
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
