package mpj.bench.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program of this project as {@code mpjrun} takes it. The jars of the benchmarks are not among the library's jars.
 */
final class OurProgram {
    private OurProgram() {
    }

    /** The options that name the class path. bin/bench uses the same. */
    static List<String> options(Path mpjHome) {
        boolean unpacked = Files.isDirectory(mpjHome.resolve("lib"));
        return List.of("-cp", mpjHome.resolve(unpacked ? "bench" : "target/bench") + "/*");
    }

    static List<String> words(Path mpjHome, String mainClass, String... arguments) {
        return Stream.of(options(mpjHome).stream(), Stream.of(mainClass), Stream.of(arguments)).flatMap(each -> each)
            .toList();
    }
}
