package mpj.tests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * The data that the page of a traced job has.
 *
 * @param result how the job ended, for messages
 * @param summary the summary on the page
 */
record TracedJob(Job.Result result, JsonNode summary) {

    /** Reads the page. */
    static TracedJob read(Job.Result result, Path folder) throws IOException {
        Path page = folder.resolve("index.html");
        if (!Files.exists(page)) {
            throw new AssertionError("there is no " + page + "\n" + result);
        }
        String text = Files.readString(page);
        int begin = text.indexOf('>', text.indexOf("id=\"summary\"")) + 1;
        return new TracedJob(result,
            new ObjectMapper().readTree(text.substring(begin, text.indexOf("</script>", begin))));
    }

    /** The most expensive finding of a kind, among the findings that blame this rank. */
    JsonNode finding(String kind, int rank) {
        for (JsonNode finding : summary.get("findings")) {
            if (finding.get("kind").asText().equals(kind) && finding.get("rank").asInt() == rank) {
                return finding;
            }
        }
        throw new AssertionError("no finding of kind " + kind + " of rank " + rank + " in " + summary.get("findings")
            + "; notes " + summary.get("notes") + "\n" + result);
    }

    /** The ranks that have calls in the timeline. */
    Set<Integer> ranks() {
        Set<Integer> ranks = new TreeSet<>();
        for (JsonNode lane : summary.get("lanes")) {
            ranks.add(lane.get("rank").asInt());
        }
        return ranks;
    }

    /** How often all ranks together made a call. */
    long calls(String name) {
        for (JsonNode call : summary.get("calls")) {
            if (call.get("name").asText().equals(name)) {
                return call.get("calls").asLong();
            }
        }
        return 0;
    }
}
