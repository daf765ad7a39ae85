package mpj.trace;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes the trace as tables, for spreadsheets and for users' programs. Times are in nanoseconds. */
final class CsvFiles {
    private CsvFiles() {
    }

    static void write(Path folder, Trace trace, List<Finding> findings) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("calls.csv"))) {
            line(out, "rank", "thread", "call", "kind", "communicator", "peer", "tag", "bytes", "start", "end", "line");
            for (Lane lane : trace.lanes()) {
                for (Call call : lane.calls()) {
                    line(out, call.rank(), lane.thread(), call.name(), call.kind().word(), call.communicator(),
                        call.peer(), call.tag(), call.bytes(), call.start(), call.end(), call.line());
                }
            }
        }
        try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("messages.csv"))) {
            line(out, "sender", "receiver", "context", "tag", "bytes", "sent", "arrived", "matched", "unexpected",
                "rendezvous");
            for (Message message : trace.messages()) {
                line(out, message.sender, message.receiver, message.context, message.tag, message.bytes,
                    time(message.sent), time(message.arrived), time(message.matched), message.unexpected,
                    message.rendezvous);
            }
        }
        try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("matrix.csv"))) {
            line(out, "sender", "receiver", "messages", "bytes", "nanoseconds");
            for (Map.Entry<Totals.Pair, Traffic.Sum> entry : Traffic.of(trace).entrySet()) {
                Traffic.Sum sum = entry.getValue();
                line(out, entry.getKey().sender(), entry.getKey().receiver(), sum.messages(), sum.bytes(), sum.nanos());
            }
        }
        try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("clocks.csv"))) {
            line(out, "host", "time", "offset", "error", "drift");
            for (HostClock clock : trace.job().clocks()) {
                for (HostClock.Sample sample : clock.samples()) {
                    line(out, clock.host(), sample.time(), sample.offset(), sample.error(), clock.drift());
                }
            }
        }
        try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("diagnosis.csv"))) {
            line(out, "kind", "seconds", "rank", "line", "victim", "victim line", "count", "text");
            for (Finding finding : findings) {
                line(out, finding.kind().word(), finding.seconds(), finding.rank(), finding.line(), finding.victim(),
                    finding.victimLine(), finding.count(), finding.text());
            }
        }
    }

    /** A time, or an empty text if nobody recorded it. */
    private static Object time(long time) {
        return time == Message.NEVER ? "" : time;
    }

    private static void line(BufferedWriter out, Object... fields) throws IOException {
        for (int i = 0; i < fields.length; i++) {
            String field = fields[i].toString();
            out.write(i == 0 ? "" : ",");
            boolean quoted = field.indexOf(',') >= 0 || field.indexOf('"') >= 0 || field.indexOf('\n') >= 0;
            out.write(quoted ? '"' + field.replace("\"", "\"\"") + '"' : field);
        }
        out.write('\n');
    }
}
