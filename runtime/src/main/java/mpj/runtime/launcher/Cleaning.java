package mpj.runtime.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpj.runtime.agent.SshStarter;
import mpj.runtime.host.CacheCleaning;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.LibraryFiles;

/**
 * {@code mpjrun --clean}: deletes everything that can be made or shipped again, on this host and on the named hosts.
 */
final class Cleaning {
    private Cleaning() {
    }

    /** @return the exit code: 0 when everything is deleted on every host */
    static int run(HostOptions options, Map<String, String> environment) throws IOException, InterruptedException {
        CacheFolder cache = CacheFolder.of(environment);
        System.out.println(CacheCleaning.clean(cache));
        int exitCode = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(options.fanout())) {
            List<Future<String>> failures = new ArrayList<>();
            for (Host host : options.hosts()) {
                if (!Host.isLocal(host.name())) {
                    failures.add(threads.submit(() -> clean(options.ssh(), host.name())));
                }
            }
            for (Future<String> failure : failures) {
                if (failure.get() != null) {
                    System.err.println("mpjrun: " + failure.get());
                    exitCode = 1;
                }
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
        return exitCode;
    }

    /** Returns why it failed; null when it did not fail. */
    private static String clean(List<String> ssh, String host) {
        try {
            System.out.println("host " + host + ": "
                + SshStarter.clean(ssh, host, LibraryFiles.running(), Jdk.running()));
            return null;
        } catch (IOException e) {
            return "host " + host + ": " + e.getMessage();
        }
    }
}
