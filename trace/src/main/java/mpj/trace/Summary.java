package mpj.trace;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The data of the page that are not events: the sums, the diagnosis, and the exactness of the times. */
final class Summary {
    private final Trace trace;
    private final List<Finding> findings;

    Summary(Trace trace, List<Finding> findings) {
        this.trace = trace;
        this.findings = findings;
    }

    /** Writes the data into an object that the caller has begun. */
    void write(JsonWriter json) throws IOException {
        JobFacts job = trace.job();
        json.name("program").value(job.program()).name("size").value(job.size()).name("end").value(job.end())
            .name("nanos").value(trace.nanos());
        if (!trace.slices().isAll()) {
            json.name("slices").beginObject().name("period").value(trace.slices().period()).name("part")
                .value(trace.slices().part()).endObject();
        }
        json.name("hosts").beginArray();
        for (String host : job.hosts()) {
            json.value(host);
        }
        json.endArray().name("notes").beginArray();
        for (String note : trace.notes()) {
            json.value(note);
        }
        json.endArray();
        clocks(json);
        lanes(json);
        diagnosis(json);
        calls(json);
        traffic(json);
        histograms(json);
    }

    private void clocks(JsonWriter json) throws IOException {
        json.name("clocks").beginArray();
        for (HostClock clock : trace.job().clocks()) {
            json.beginObject().name("host").value(clock.host()).name("samples").value(clock.samples().size())
                .name("offset").value(clock.samples().isEmpty() ? 0 : clock.samples().getFirst().offset())
                .name("drift").value(clock.drift()).name("error").value(clock.error()).endObject();
        }
        json.endArray();
    }

    private void lanes(JsonWriter json) throws IOException {
        json.name("lanes").beginArray();
        long from = 0;
        for (Lane lane : trace.lanes()) {
            json.beginObject().name("rank").value(lane.rank()).name("thread").value(lane.thread())
                .name("from").value(from).name("to").value(from + lane.calls().size()).endObject();
            from += lane.calls().size();
        }
        json.endArray();
    }

    private void diagnosis(JsonWriter json) throws IOException {
        json.name("findings").beginArray();
        for (Finding finding : findings) {
            json.beginObject().name("kind").value(finding.kind().word()).name("seconds").value(finding.seconds())
                .name("rank").value(finding.rank()).name("line").value(finding.line()).name("victim")
                .value(finding.victim()).name("victimLine").value(finding.victimLine()).name("count")
                .value(finding.count()).name("text").value(finding.text()).endObject();
        }
        json.endArray();
    }

    private void calls(JsonWriter json) throws IOException {
        json.name("calls").beginArray();
        for (CallRow row : trace.totals().table()) {
            json.beginObject().name("name").value(row.name()).name("kind").value(row.kind().word())
                .name("calls").value(row.calls()).name("bytes").value(row.bytes())
                .name("nanos").value(row.sum()).name("least").value(row.least())
                .name("mean").value((double) row.sum() / trace.size()).name("most").value(row.most()).endObject();
        }
        json.endArray();
    }

    private void traffic(JsonWriter json) throws IOException {
        json.name("traffic").beginArray();
        for (Map.Entry<Totals.Pair, Traffic.Sum> entry : Traffic.of(trace).entrySet()) {
            Traffic.Sum sum = entry.getValue();
            json.beginArray().value(entry.getKey().sender()).value(entry.getKey().receiver()).value(sum.messages())
                .value(sum.bytes()).value(sum.nanos()).endArray();
        }
        json.endArray();
    }

    private void histograms(JsonWriter json) throws IOException {
        Histogram sizes = new Histogram();
        Histogram latencies = new Histogram();
        trace.totals().forEachPair((pair, side) -> sizes.add(side.sizes));
        for (Message message : trace.messages()) {
            if (message.isComplete()) {
                latencies.add(message.received() - message.sent);
            }
        }
        histogram(json.name("sizes"), sizes);
        histogram(json.name("latencies"), latencies);
    }

    private static void histogram(JsonWriter json, Histogram histogram) throws IOException {
        json.beginArray();
        for (long count : histogram.counts()) {
            json.value(count);
        }
        json.endArray();
    }
}
