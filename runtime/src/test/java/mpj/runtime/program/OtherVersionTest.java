package mpj.runtime.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import mpj.runtime.host.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherVersionTest {
    @TempDir
    Path folder;

    private String jar(String name, String title, String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_TITLE, title);
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        Path file = folder.resolve(name);
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
        return file.toString();
    }

    @Test
    void jarOfAnotherVersionIsNamedWithTheRemedy() throws IOException {
        String other = jar("mpj-core-1.0.jar", "org.mpj:mpj-core", "1.0");
        assertEquals("the class path has " + other + ", which is org.mpj:mpj-core 1.0, and this mpjrun is of version"
            + " 1.1; leave it out, since mpjrun brings the library, or take the mpjrun of 1.0",
            assertThrows(UsageException.class, () -> OtherVersion.check(List.of("classes", other), "1.1"))
                .getMessage());
    }

    @Test
    void sameVersionAndOtherLibrariesAreNone() throws IOException {
        OtherVersion.check(List.of(jar("mpj-core-1.1.jar", "org.mpj:mpj-core", "1.1"),
            jar("mpj.jar", "MPJ Express", "0.44"), folder.resolve("mpj-none.jar").toString()), "1.1");
    }
}
