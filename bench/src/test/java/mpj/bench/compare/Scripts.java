package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Scripts that stand for programs of an installation.
 *
 * @param home the folder of the installation
 */
record Scripts(Path home) {
    /** Writes one. */
    void write(String name, String body) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }
}
