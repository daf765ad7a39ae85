package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import mpj.runtime.bootstrap.Api;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job waits while the archives are made. */
@Timeout(60)
class ArchiveRecordingTest {

    @Test
    void slowRehearsalIsGivenUpAndNotTriedInAnotherWay(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        ArchiveRecording recording = new ArchiveRecording(Jdk.running(), LibraryFiles.running(), Api.MPIJAVA, folder,
            log, 1);
        assertFalse(recording.make(Archives.in(folder, Api.MPIJAVA), ArchiveUse.AGENT));
        assertTrue(recording.tookTooLong());
        assertEquals(1, Files.readAllLines(log).stream().filter(line -> line.endsWith("took too long")).count());
    }
}
