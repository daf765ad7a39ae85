package mpj.trace;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.FileNotFoundException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/** Writes the page: one file, with its styles, its programs and its data. */
final class TracePage {
    static final String FILE = "index.html";

    private TracePage() {
    }

    static void write(Path folder, Trace trace, List<Finding> findings) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(folder.resolve(FILE)))) {
            Columns columns = new Columns(trace);
            // The comments in the template mark the places of the other files.
            for (String part : resource("page.html").split("(?=<!--\\[)|(?<=\\]-->)")) {
                switch (part) {
                    case "<!--[style]-->" -> text(out, resource("page.css"));
                    case "<!--[notice]-->" -> text(out, "<!--\n" + resource("NOTICE") + "-->");
                    case "<!--[charts]-->" -> text(out, resource("echarts.min.js"));
                    case "<!--[program]-->" -> text(out, resource("model.js") + resource("timeline.js")
                        + resource("charts.js") + resource("page.js"));
                    case "<!--[events]-->" -> events(out, columns);
                    case "<!--[summary]-->" -> text(out, summary(trace, findings, columns));
                    default -> text(out, part);
                }
            }
        }
    }

    private static void events(OutputStream out, Columns columns) throws IOException {
        // Closing the encoder completes its last group. The page continues after it.
        columns.write(Base64.getEncoder().wrap(new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() {
                // The stream of the page must stay open.
            }
        }));
    }

    private static String summary(Trace trace, List<Finding> findings, Columns columns) throws IOException {
        StringWriter text = new StringWriter();
        try (BufferedWriter out = new BufferedWriter(text)) {
            JsonWriter json = new JsonWriter(out);
            json.beginObject();
            new Summary(trace, findings).write(json);
            columns.describe(json);
            json.endObject();
        }
        return text.toString();
    }

    private static void text(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = TracePage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException("the library lacks its file " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
