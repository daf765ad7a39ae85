package mpj.bench.compare;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** What a measurement needs on the machine besides other libraries. */
enum Need {
    /** Nothing. */
    NOTHING,
    /** The tools that tests/rdma-vm/run and perftest are built with. */
    VIRTUAL_MACHINE,
    /** An installed MPJ Express. */
    MPJ_EXPRESS;

    /** The part that is missing, and what brings it; null if nothing is missing. */
    String missing() {
        return switch (this) {
            case NOTHING -> null;
            case VIRTUAL_MACHINE -> {
                List<String> programs = List.of("qemu-system-x86_64", "ib_send_lat").stream()
                    .filter(program -> !isOnPath(program)).toList();
                yield programs.isEmpty() ? null : "no " + String.join(", no ", programs)
                    + "; apt-get install qemu-system-x86 busybox-static ibverbs-providers perftest";
            }
            case MPJ_EXPRESS -> {
                Path jar = Path.of(System.getenv().getOrDefault("MPJ_HOME", "/usr/share/mpj"), "lib", "mpj.jar");
                yield Files.exists(jar) ? null : "no MPJ Express: there is no " + jar
                    + "; apt-get install libmpj-java liblog4j1.2-java, or set MPJ_HOME";
            }
        };
    }

    private static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
