package mpj.core.collective;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The methods of {@link CollectiveCall}, which the build writes from the table of the collectives. */
class WriteApiTest {
    private static final Path CLASS = Path.of("mpj", "core", "collective", "CollectiveCall.java");
    private static final Path TEMPLATES = Path.of("src", "main", "collectives");
    private static final Path WRITTEN = Path.of("target", "generated-sources", "collectives");
    private static final String COMMENT = "    // ";

    private static void assertBody(String source, String... statements) {
        String body = Stream.of(statements).map(each -> "        " + each + "\n").collect(Collectors.joining());
        assertTrue(source.contains(") {\n" + body + "    }\n"), body);
    }

    @Test
    void argumentsSayHowABufferIsDescribed() throws IOException {
        String source = Files.readString(WRITTEN.resolve(CLASS));
        assertBody(source, "sent.equal(\"sendbuf\", null, 0, 0, TypeDescriptor.BYTE);",
            "return of(Collective.BARRIER, null, 0);");
        assertBody(source, "received.equal(\"buf\", buf, offset, count, type);",
            "return of(Collective.BCAST, null, root);");
        assertBody(source, "sent.varying(\"sendbuf\", sendbuf, sendoffset, sendcount, displs, sendtype);",
            "received.equal(\"recvbuf\", recvbuf, recvoffset, recvcount, recvtype);",
            "return of(Collective.SCATTERV, null, root);");
        assertBody(source, "sent.typed(\"sendbuf\", sendbuf, sendoffset, sendcount, sdispls, sendtypes);",
            "received.typed(\"recvbuf\", recvbuf, recvoffset, recvcount, rdispls, recvtypes);",
            "return of(Collective.ALLTOALLW, null, 0);");
        assertBody(source, "sent.equal(\"sendbuf\", sendbuf, sendoffset, count, datatype);",
            "received.equal(\"recvbuf\", recvbuf, recvoffset, count, datatype);",
            "return of(Collective.REDUCE, op, root);");
        assertBody(source, "sent.successive(\"sendbuf\", sendbuf, sendoffset, recvcounts, datatype);",
            "received.equal(\"recvbuf\", recvbuf, recvoffset, 0, datatype);",
            "return of(Collective.REDUCE_SCATTER, op, 0);");
        assertBody(source, "sent.varying(\"sendbuf\", sendbuf, sendoffset, sendcount, sdispls, sendtype);",
            "received.varying(\"recvbuf\", recvbuf, recvoffset, recvcount, rdispls, recvtype);",
            "return of(Collective.NEIGHBOR_ALLTOALL, null, 0);");
    }

    /** A comment in the template shows one of the methods. */
    @Test
    void exampleIsWhatIsWritten() throws IOException {
        String example = Files.readAllLines(TEMPLATES.resolve(CLASS)).stream()
            .filter(line -> line.startsWith(COMMENT + "    ")).map(line -> line.substring(COMMENT.length()) + "\n")
            .collect(Collectors.joining());
        assertFalse(example.isEmpty());
        assertTrue(Files.readString(WRITTEN.resolve(CLASS)).contains(example), example);
    }

    @Test
    void argumentsThatDescribeNoBufferAreRefused(@TempDir Path folder) throws IOException, InterruptedException {
        Path table = Files.writeString(folder.resolve("some.table"), """
            collective Some
            arg Object buf: the buffer
            offset offset: where the first item is
            arg long count: the number of items
            arg Datatype type: the type of the items
            """);
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            Path.of("src", "generator", "java", "WriteApi.java").toString(), "core", table.toString(),
            Path.of("src", "main", "both-apis").toString(), TEMPLATES.toString(), folder.toString())
            .redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        assertNotEquals(0, process.waitFor());
        assertTrue(said.contains("the table describes a buffer by long TypeDescriptor"), said);
    }
}
