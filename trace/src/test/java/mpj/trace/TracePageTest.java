package mpj.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TracePageTest {
    @TempDir
    Path folder;

    @Test
    void thePageIsOneFileWithTheDiagnosisInItsData() throws IOException {
        TraceReport.write(folder, SamplePage.trace(4, 20));
        String page = Files.readString(folder.resolve(TracePage.FILE));
        assertFalse(page.contains("<!--["), "a part was not filled in");
        assertFalse(page.contains("<script src") || page.contains("<link rel=\"stylesheet"), "it needs other files");
        assertTrue(page.contains("Licensed to the Apache Software Foundation"), "the licence of ECharts is lost");
        JsonNode finding = null;
        for (JsonNode each : summary(page).get("findings")) {
            finding = each.get("kind").asText().equals("imbalance") ? each : finding;
        }
        assertNotNull(finding, "no imbalance was found");
        assertEquals(3, finding.get("rank").asInt());
        assertEquals("Heat.java:50", finding.get("line").asText());
        assertTrue(finding.get("seconds").asDouble() > 0);
    }

    @Test
    void theColumnsAreWhereTheSummarySays() throws IOException {
        Trace trace = new TraceBuilder(2).call(0, "Send", 1, 2, "A.java:1", 1, 77)
            .call(1, "Recv", 1, 3, "A.java:2", 0, 77).call(1, "Finalize", 4, 5, "A.java:3")
            .message(0, 1, 1.5, 2.5, 2.5, 77).build();
        TraceReport.write(folder, trace);
        String page = Files.readString(folder.resolve(TracePage.FILE));
        byte[] zipped = Base64.getDecoder().decode(element(page, "events"));
        ByteBuffer raw = ByteBuffer.wrap(new GZIPInputStream(new ByteArrayInputStream(zipped)).readAllBytes())
            .order(ByteOrder.LITTLE_ENDIAN);
        JsonNode summary = summary(page);
        int offset = 0;
        for (JsonNode column : summary.get("columns")) {
            switch (column.get("name").asText()) {
                case "end" -> assertEquals(3e6, raw.getDouble(offset + Double.BYTES));
                case "line" -> assertEquals("A.java:3",
                    summary.get("texts").get(raw.getInt(offset + 2 * Integer.BYTES)).asText());
                case "received" -> assertEquals(2.5e6, raw.getDouble(offset));
                case "receiver" -> assertEquals(1, raw.getInt(offset));
                default -> assertTrue(column.get("length").asInt() > 0, column.toString());
            }
            int width = column.get("type").asText().equals("f64") ? Double.BYTES : Integer.BYTES;
            offset += (column.get("length").asInt() * width + 7) / 8 * 8;
        }
        assertEquals(raw.capacity(), offset);
    }

    @Test
    void otherToolsFindFilesOfTheirFormats() throws IOException {
        TraceReport.write(folder, SamplePage.trace(2, 5));
        JsonNode chrome = new ObjectMapper().readTree(folder.resolve(ChromeTrace.FILE).toFile());
        int calls = 0;
        int arrows = 0;
        for (JsonNode event : chrome.get("traceEvents")) {
            calls += event.get("ph").asText().equals("X") ? 1 : 0;
            arrows += event.get("ph").asText().equals("f") ? 1 : 0;
        }
        assertEquals(2 + 2 * 5 * 3, calls);
        assertEquals(2 * 5, arrows);
        List<String> lines = Files.readAllLines(folder.resolve("calls.csv"));
        assertEquals(calls + 1, lines.size());
        assertEquals(lines.getFirst().split(",").length, lines.get(1).split(",", -1).length);
        assertTrue(Files.readString(folder.resolve("matrix.csv")).startsWith("sender,receiver,messages,bytes"));
    }

    @Test
    void textsOfTheProgramCannotEndTheElementTheyStandIn() throws IOException {
        TraceReport.write(folder, new TraceBuilder(1).call(0, "Send", 0, 1, "</script>\"\\\n.java:1").build());
        assertEquals("</script>\"\\\n.java:1", summary(Files.readString(folder.resolve(TracePage.FILE))).get("texts")
            .get(1).asText());
    }

    static JsonNode summary(String page) throws IOException {
        return new ObjectMapper().readTree(element(page, "summary"));
    }

    private static String element(String page, String id) {
        int begin = page.indexOf('>', page.indexOf("id=\"" + id + "\"")) + 1;
        return page.substring(begin, page.indexOf("</script>", begin)).strip();
    }
}
