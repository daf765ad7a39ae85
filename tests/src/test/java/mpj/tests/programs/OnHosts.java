package mpj.tests.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import mpj.runtime.bootstrap.Bootstrap;

/** What ranks on several hosts know about each other before any transport is opened. */
public final class OnHosts {
    private static final int FLOOD_LINES = 10_000;

    private OnHosts() {
    }

    /** Does what the first argument says. */
    public static void main(String[] args) throws Exception {
        try (Bootstrap bootstrap = Bootstrap.connect()) {
            bootstrap.put("host", hostName().getBytes(StandardCharsets.UTF_8));
            bootstrap.fence();
            StringBuilder hosts = new StringBuilder();
            for (int rank = 0; rank < bootstrap.size(); rank++) {
                hosts.append(' ').append(new String(bootstrap.get(rank, "host"), StandardCharsets.UTF_8));
            }
            System.out.println("rank " + bootstrap.rank() + " sees" + hosts + "; local " + bootstrap.localSize()
                + "; reachable " + isReachable(bootstrap.hostAddress()));
            act(args[0], bootstrap);
        }
    }

    private static void act(String action, Bootstrap bootstrap) throws Exception {
        boolean last = bootstrap.rank() == bootstrap.size() - 1;
        switch (action) {
            case "end" -> bootstrap.fence();
            case "echo" -> {
                if (bootstrap.rank() == 0) {
                    System.in.transferTo(System.out);
                }
            }
            case "wait" -> new CountDownLatch(1).await();
            case "exit" -> {
                if (last) {
                    System.err.println("last words");
                    System.exit(5);
                }
                new CountDownLatch(1).await();
            }
            case "abort" -> {
                if (last) {
                    bootstrap.abort(6, "for a test");
                }
                new CountDownLatch(1).await();
            }
            case "flood" -> {
                for (int line = 0; line < FLOOD_LINES; line++) {
                    System.out.println("0123456789".repeat(100));
                }
                new CountDownLatch(1).await();
            }
            default -> throw new IllegalArgumentException(action);
        }
    }

    private static String hostName() throws IOException {
        return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    }

    /** Whether the address is one of this host's interfaces. */
    private static boolean isReachable(String address) throws IOException {
        return !address.isEmpty()
            && java.net.NetworkInterface.getByInetAddress(InetAddress.getByName(address)) != null;
    }
}
