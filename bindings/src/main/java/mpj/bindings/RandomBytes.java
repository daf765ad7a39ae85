package mpj.bindings;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.security.SecureRandom;

/**
 * Bytes that nobody can guess, for secrets and challenges. They are read from the system's source directly: loading the
 * provider of {@link SecureRandom} takes a process 30 ms, longer than much of what it does when it starts.
 */
public final class RandomBytes {
    private RandomBytes() {
    }

    /**
     * Returns new random bytes. Any thread may call this.
     *
     * @param count how many
     * @return the bytes
     */
    public static byte[] of(int count) {
        try (FileInputStream random = new FileInputStream(Linux.file("/dev/urandom").toFile())) {
            byte[] bytes = random.readNBytes(count);
            if (bytes.length == count) {
                return bytes;
            }
            throw new IOException("/dev/urandom has ended after " + bytes.length + " bytes");
        } catch (FileNotFoundException | NoSuchFileException e) {
            byte[] bytes = new byte[count];
            new SecureRandom().nextBytes(bytes);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException("no random bytes can be read: " + e.getMessage(), e);
        }
    }
}
