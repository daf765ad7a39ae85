package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.programs.BlockedInRecv;
import mpj.tests.programs.Join;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * If libfabric refuses something, Init fails on whichever rank this is. The error names what was refused and says what
 * to do.
 */
class LibfabricRefusalTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    /** A process that does not close its endpoint leaves the files of the provider. The launcher removes them. */
    @Test
    void providerShmLeavesNoMemoryOfRanksThatEndInTheMiddle() throws IOException {
        TestedTransport.all().stream().filter(tested -> tested.name().startsWith("libfabric"))
            .forEach(TestedTransport::assumeAvailable);
        Job job = Job.start("-np", "3", "-Dmpj.transport=libfabric:shm", BlockedInRecv.class.getName(), "2", "halt");
        Job.Result result = job.await(LIMIT);
        assertEquals(6, result.exitCode(), result::toString);
        List<String> processes = result.out().stream().filter(line -> line.contains(" is process "))
            .map(line -> line.substring(line.lastIndexOf(' ') + 1)).toList();
        assertEquals(3, processes.size(), result::toString);
        try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
            assertEquals(List.of(), files.map(file -> file.getFileName().toString())
                .filter(name -> processes.contains(name.split(":")[0])).toList());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "libfabric:nosuch | | no provider nosuch | --fabrics",
        "libfabric:tcp | mpj.libfabric.domain=nosuch0 | no such domain | --fabrics",
        "libfabric:tcp | mpj.libfabric.interface=nosuch0 | nosuch0 | --fabrics",
        "libfabric | mpj.libfabric.library=/nosuch.so | /nosuch.so: cannot open shared object file | libfabric1"})
    void isAnErrorAtInit(String transport, String property, String words, String remedy) {
        for (TestedTransport tested : TestedTransport.all()) {
            if (tested.name().startsWith("libfabric")) {
                tested.assumeAvailable();
            }
        }
        List<String> arguments = new ArrayList<>(List.of("-np", "3", "-Dmpj.transport=" + transport));
        if (property != null) {
            arguments.add("-D" + property);
        }
        arguments.add(Join.class.getName());
        Job.Result result = Job.start(arguments).await(LIMIT);
        assertEquals(1, result.exitCode(), result::toString);
        List<String> errors = result.err().stream().filter(line -> line.contains("MPIException")).toList();
        assertTrue(!errors.isEmpty() && errors.stream().allMatch(line -> line.contains(words)), result::toString);
        assertTrue(errors.getFirst().contains(remedy), result::toString);
    }
}
