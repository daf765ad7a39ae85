package mpj.bench.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A program of ours as {@code mpjrun} takes it: the jars of the benchmarks are none of the library's. */
final class OurProgram {
    private OurProgram() {
    }

    /** The options that name the class path, as bin/bench does. */
    static List<String> options(Path mpjHome) {
        boolean unpacked = Files.isDirectory(mpjHome.resolve("lib"));
        return List.of("-cp", mpjHome.resolve(unpacked ? "bench" : "target/bench") + "/*");
    }

    static List<String> words(Path mpjHome, String mainClass, String... arguments) {
        return Stream.of(options(mpjHome).stream(), Stream.of(mainClass), Stream.of(arguments)).flatMap(each -> each)
            .toList();
    }
}
