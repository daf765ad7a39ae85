package mpj.trace;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the trace in the format of Chrome's tracing, which Perfetto also reads. The times are in microseconds. */
final class ChromeTrace {
    static final String FILE = "trace.json";
    private static final double MICRO = 1e3;

    private ChromeTrace() {
    }

    static void write(Path folder, Trace trace) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(FILE))) {
            JsonWriter json = new JsonWriter(out);
            json.beginObject().name("displayTimeUnit").value("ns").name("traceEvents").beginArray();
            for (int lane = 0; lane < trace.lanes().size(); lane++) {
                lane(json, trace, lane);
            }
            long number = 0;
            for (Message message : trace.messages()) {
                if (message.isComplete()) {
                    number++;
                    flow(json, "s", message.sender, message.sent, message, number);
                    flow(json, "f", message.receiver, message.received(), message, number);
                }
            }
            json.endArray().endObject();
        }
    }

    private static void lane(JsonWriter json, Trace trace, int number) throws IOException {
        Lane lane = trace.lanes().get(number);
        boolean first = number == 0 || trace.lanes().get(number - 1).rank() != lane.rank();
        int thread = first ? 0 : number;
        if (first) {
            meta(json, "process_name", lane.rank(), 0, "rank " + lane.rank());
        }
        meta(json, "thread_name", lane.rank(), thread, lane.thread());
        for (Call call : lane.calls()) {
            json.beginObject().name("name").value(call.name()).name("cat").value(call.kind().word())
                .name("ph").value("X").name("pid").value(lane.rank()).name("tid").value(thread)
                .name("ts").value(call.start() / MICRO).name("dur").value(call.nanos() / MICRO)
                .name("args").beginObject().name("communicator").value(call.communicator())
                .name("peer").value(call.peer()).name("tag").value(call.tag()).name("bytes").value(call.bytes())
                .name("line").value(call.line()).endObject().endObject();
        }
    }

    private static void meta(JsonWriter json, String what, int rank, int thread, String name) throws IOException {
        json.beginObject().name("name").value(what).name("ph").value("M").name("pid").value(rank).name("tid")
            .value(thread).name("args").beginObject().name("name").value(name).endObject().endObject();
    }

    private static void flow(JsonWriter json, String phase, int rank, long time, Message message, long number)
        throws IOException {
        json.beginObject().name("name").value("message").name("cat").value("message").name("ph").value(phase)
            .name("bp").value("e").name("id").value(number).name("pid").value(rank).name("tid").value(0)
            .name("ts").value(time / MICRO).name("args").beginObject().name("bytes").value(message.bytes)
            .name("tag").value(message.tag).endObject().endObject();
    }
}
