package mpj.runtime.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import mpj.bindings.Linux;
import mpj.runtime.wire.JobEnvironment;

/**
 * All processes of a job on this host, also those whose parents are gone: they are known by the job's secret, which a
 * process inherits with its environment. Only Linux shows environments; elsewhere there are none.
 */
final class JobProcesses {
    private static final String PROCESSES = "/proc";

    private JobProcesses() {
    }

    static void killAll(byte[] secret) {
        String mark = JobEnvironment.SECRET + "=" + HexFormat.of().formatHex(secret);
        try (var folders = Files.newDirectoryStream(Linux.file(PROCESSES), "[0-9]*")) {
            for (Path folder : folders) {
                if (carries(folder.resolve("environ"), mark)) {
                    ProcessHandle.of(Long.parseLong(folder.getFileName().toString()))
                        .ifPresent(ProcessHandle::destroyForcibly);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // Not Linux. The descendants of the ranks themselves are ended without this.
            return;
        }
    }

    private static boolean carries(Path environment, String mark) {
        try {
            return Files.isReadable(environment)
                && new String(Files.readAllBytes(environment), StandardCharsets.ISO_8859_1).contains(mark);
        } catch (IOException e) {
            // Ended in the meantime, or another user's.
            return false;
        }
    }
}
