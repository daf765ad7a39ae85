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
 * All processes of a job on this host, even if their parents are gone. They are recognized by the job's secret, which a
 * process inherits with its environment. Only Linux shows the environments of processes; on other systems, none are
 * found.
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
            // This is not Linux. The descendants of the ranks themselves are ended in another way.
            return;
        }
    }

    private static boolean carries(Path environment, String mark) {
        try {
            return Files.isReadable(environment)
                && new String(Files.readAllBytes(environment), StandardCharsets.ISO_8859_1).contains(mark);
        } catch (IOException e) {
            // The process has ended in the meantime, or belongs to another user.
            return false;
        }
    }
}
