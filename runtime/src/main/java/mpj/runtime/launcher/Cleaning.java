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
import mpj.runtime.host.CacheFolder;

/** {@code mpjrun --clean}: deletes what can be made or shipped again, here and on the hosts that are named. */
final class Cleaning {
    private Cleaning() {
    }

    /** @return the exit code: 0 when nothing is left anywhere */
    static int run(HostOptions options, Map<String, String> environment) throws IOException, InterruptedException {
        CacheFolder cache = CacheFolder.of(environment);
        CacheFolder.delete(cache.path());
        System.out.println("deleted " + cache.path());
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

    /** Why it failed; null when it did not. */
    private static String clean(List<String> ssh, String host) {
        try {
            SshStarter.clean(ssh, host);
            return null;
        } catch (IOException e) {
            return "host " + host + ": " + e.getMessage();
        }
    }
}
