package mpj.bench.compare;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The whole of a run as JSON, with each single block. */
final class JsonReport {
    private JsonReport() {
    }

    static String of(Comparison comparison) {
        return object(
            field("date", comparison.date()),
            field("machine", comparison.machine()),
            field("ranks", comparison.ranks()),
            field("warnings", comparison.warnings()),
            "\"sides\":" + comparison.sides().stream().map(side -> object(field("label", side.label()),
                field("library", side.library()), field("command", side.command())))
                .collect(Collectors.joining(",", "[", "]")),
            "\"tables\":" + comparison.tables().stream().map(table -> table(table, comparison.labels()))
                .collect(Collectors.joining(",\n", "[", "]"))) + "\n";
    }

    private static String table(Comparison.BenchmarkTable table, List<String> labels) {
        return object(field("benchmark", table.benchmark()),
            "\"results\":" + table.results().stream().map(result -> result(result, labels))
                .collect(Collectors.joining(",\n", "[", "]")),
            "\"rounds\":" + table.runs().stream().map(run -> object(field("bytes", run.bytes()),
                field("attempts", run.attempts()), field("foreignLoad", run.foreignLoad()),
                field("discarded", new TreeMap<>(run.discarded().rounds()))))
                .collect(Collectors.joining(",\n", "[", "]")),
            "\"limits\":" + table.limits().stream().map(limit -> object(field("label", limit.label()),
                field("microseconds", limit.microseconds()))).collect(Collectors.joining(",\n", "[", "]")));
    }

    private static String result(SizeResult result, List<String> labels) {
        return object(field("bytes", result.bytes()), field("iterations", result.iterations()),
            field("state", result.state().label()), field("discarded", result.discarded().total()),
            field("foreignLoad", result.foreignLoad()), field("labels", labels),
            "\"rounds\":" + result.rounds().stream().map(round -> object(
                field("microseconds", round.microseconds()), field("flagMicroseconds", round.flagMicroseconds())))
                .collect(Collectors.joining(",", "[", "]")));
    }

    private static String object(String... fields) {
        return "{" + String.join(",", fields) + "}";
    }

    private static String field(String name, Object content) {
        return quoted(name) + ":" + value(content);
    }

    private static String value(Object content) {
        return switch (content) {
            case String text -> quoted(text);
            case Double number -> String.format(Locale.ROOT, "%.6g", number);
            case Number number -> number.toString();
            case double[] numbers -> value(Arrays.stream(numbers).boxed().toList());
            case List<?> list -> list.stream().map(JsonReport::value).collect(Collectors.joining(",", "[", "]"));
            case Map<?, ?> map -> map.entrySet().stream()
                .map(entry -> field(entry.getKey().toString(), entry.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
            default -> throw new IllegalArgumentException("no JSON for " + content.getClass());
        };
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}
