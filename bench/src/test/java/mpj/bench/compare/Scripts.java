package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Scripts that take the place of the programs of an installation.
 *
 * @param home the folder of the installation
 */
record Scripts(Path home) {
    /** Writes a script. */
    void write(String name, String body) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }
}
