package mpj.runtime.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The daemons that a user trusts. */
class KnownDaemonsTest {
    @TempDir
    private Path folder;

    @Test
    void damagedLineIsNamedWithItsRemedy() throws IOException {
        KnownDaemons known = new KnownDaemons(folder);
        Files.writeString(folder.resolve("daemons"), "other:7 mpj-ed25519:\nhost:7000 mpj-ed25519:AAAA\n");
        String refusal = assertThrows(IOException.class, () -> known.keyOf("host:7000")).getMessage();
        assertTrue(refusal.startsWith("its line in " + folder.resolve("daemons") + " is damaged: ")
            && refusal.endsWith("; replace it with: mpjd trust host:7000 KEY"), refusal);
        String key = OwnKey.of(folder.resolve("another")).publicKey();
        known.trust("host:7000", key);
        assertEquals(key, PublicKeyText.of(known.keyOf("host:7000")));
    }
}
