package mpj.collectives;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Fits the model of one host again: {@code ./mvnw verify -pl collectives -am -Dtest=HostFitTest -Dhost.table=FILE
 * -Dsurefire.failIfNoSpecifiedTests=false}. It prints the constants.
 */
class HostFitTest {
    @Test
    @EnabledIfSystemProperty(named = "host.table", matches = ".+")
    void fitsATable() throws IOException {
        HostFit fit = new HostFit(HostTable.of(Path.of(System.getProperty("host.table"))));
        HostModel fitted = fit.from(HostModel.XEON_16);
        System.out.println(fit.report(HostModel.XEON_16));
        System.out.println(fit.report(fitted));
        assertTrue(fit.error(fitted) <= fit.error(HostModel.XEON_16));
    }
}
