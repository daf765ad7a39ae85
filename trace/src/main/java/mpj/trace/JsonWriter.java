package mpj.trace;

import java.io.IOException;
import java.util.Locale;

/** Writes JSON, value by value. */
final class JsonWriter {
    private final Appendable out;
    private boolean comma;

    JsonWriter(Appendable out) {
        this.out = out;
    }

    JsonWriter beginObject() throws IOException {
        return begin('{');
    }

    JsonWriter endObject() throws IOException {
        return end('}');
    }

    JsonWriter beginArray() throws IOException {
        return begin('[');
    }

    JsonWriter endArray() throws IOException {
        return end(']');
    }

    JsonWriter name(String name) throws IOException {
        value(name);
        out.append(':');
        comma = false;
        return this;
    }

    JsonWriter value(String text) throws IOException {
        separate();
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                // The page's data are in an element of HTML, which this character could end.
                case '<' -> out.append("\\u003c");
                default -> {
                    if (c < ' ') {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
        comma = true;
        return this;
    }

    JsonWriter value(long number) throws IOException {
        return raw(Long.toString(number));
    }

    JsonWriter value(double number) throws IOException {
        return raw(Double.isFinite(number) ? Double.toString(number) : "null");
    }

    JsonWriter value(boolean flag) throws IOException {
        return raw(Boolean.toString(flag));
    }

    private JsonWriter raw(String text) throws IOException {
        separate();
        out.append(text);
        comma = true;
        return this;
    }

    private JsonWriter begin(char bracket) throws IOException {
        separate();
        out.append(bracket);
        comma = false;
        return this;
    }

    private JsonWriter end(char bracket) throws IOException {
        out.append(bracket);
        comma = true;
        return this;
    }

    private void separate() throws IOException {
        if (comma) {
            out.append(',');
        }
    }
}
