package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mpj.runtime.host.Jdk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheOriginTest {
    private static final Jdk JDK = new Jdk(Path.of("/jdk"), 25, "VM 25");

    @TempDir
    private Path folder;

    private String jar(String name) throws IOException {
        return Files.writeString(folder.resolve(name), name).toString();
    }

    @Test
    void isReadBackFromBehindTheCache() throws IOException {
        Path cache = Files.write(folder.resolve("cache"), new byte[1000]);
        CacheOrigin origin = CacheOrigin.of(JDK, List.of(jar("a.jar"), jar("b c.jar")));
        origin.appendTo(cache);
        assertEquals(origin, CacheOrigin.read(cache));
        assertNull(CacheOrigin.read(cache).difference(origin));
    }

    @Test
    void otherFilesHaveNone() throws IOException {
        for (String content : List.of("", "short", "not a number mpjrun-cache", "9999999999mpjrun-cache")) {
            assertNull(CacheOrigin.read(Files.writeString(folder.resolve("file"), content)), content);
        }
    }

    @Test
    void changedFilesAreNamed() throws IOException {
        String a = jar("a.jar");
        String b = jar("b c.jar");
        CacheOrigin then = CacheOrigin.of(JDK, List.of(a, b));
        Files.writeString(Path.of(b), "longer");
        assertEquals(b + " has changed since", then.difference(CacheOrigin.of(JDK, List.of(a, b))));
        assertEquals("the class path had " + a + " where it has " + b,
            then.difference(CacheOrigin.of(JDK, List.of(b, a))));
        assertEquals("the class path had other entries", then.difference(CacheOrigin.of(JDK, List.of(a))));
        assertEquals("another JDK wrote this AOT cache, /jdk VM 25, and this is /jdk VM 26",
            then.difference(CacheOrigin.of(new Jdk(Path.of("/jdk"), 26, "VM 26"), List.of(a, b))));
    }
}
