package jobs;

import java.util.concurrent.locks.LockSupport;
import mpj.runtime.bootstrap.Bootstrap;

/** Each rank does what its first argument says. */
public final class Worker {
    /** A variable of this rank only, even if ranks are threads. */
    private static int calls;

    private Worker() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        try (Bootstrap bootstrap = Bootstrap.connect()) {
            int rank = bootstrap.rank();
            bootstrap.fence();
            calls++;
            switch (args[0]) {
                case "greet" -> {
                    System.out.println("hello from " + rank + " of " + bootstrap.size() + ", " + args[1]);
                    System.out.print("calls: " + calls);
                    System.err.println(System.getProperty("greeting") + " " + System.getenv("GREETING"));
                }
                case "fail" -> {
                    if (rank == 1) {
                        System.exit(7);
                    }
                    LockSupport.park();
                }
                case "long" -> {
                    String piece = Integer.toString(rank).repeat(Integer.parseInt(args[1]) / 8);
                    for (int i = 0; i < 8; i++) {
                        System.out.print(piece);
                        System.out.flush();
                    }
                    System.out.println();
                }
                case "hang" -> hangHere();
                default -> throw new IllegalArgumentException(args[0]);
            }
        }
    }

    /** A rank that says that it is ready is in this method already. */
    private static void hangHere() {
        System.out.println("ready");
        while (true) {
            LockSupport.park();
        }
    }
}
