package tycho.mediator;

import java.util.Collection;
import java.util.Map;
import java.util.function.BiConsumer;

/** Writes JSON, one value after the other. Not thread-safe. */
final class Json {
    private final StringBuilder text = new StringBuilder();

    /** An object whose members the action writes with {@link #name} and a value. */
    Json object(Runnable members) {
        separate();
        text.append('{');
        members.run();
        text.append('}');
        return this;
    }

    <T> Json array(Collection<T> values, BiConsumer<Json, T> write) {
        separate();
        text.append('[');
        values.forEach(value -> write.accept(this, value));
        text.append(']');
        return this;
    }

    Json texts(Collection<String> values) {
        return array(values, Json::text);
    }

    Json texts(Map<String, String> members) {
        return object(() -> members.forEach((name, value) -> name(name).text(value)));
    }

    Json name(String name) {
        text(name);
        text.append(':');
        return this;
    }

    Json number(double value) {
        separate();
        text.append(value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value));
        return this;
    }

    Json text(String value) {
        separate();
        text.append('"');
        for (char c : value.toCharArray()) {
            if (c < ' ' || c == '"' || c == '\\' || c == '<') {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
        return this;
    }

    private void separate() {
        if (!text.isEmpty() && "{[:".indexOf(text.charAt(text.length() - 1)) < 0) {
            text.append(',');
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
