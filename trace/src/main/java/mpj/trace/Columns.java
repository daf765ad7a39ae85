package mpj.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.zip.GZIPOutputStream;

/**
 * The events in the form that the page needs: column by column, so that the browser can use each column as a typed
 * array without a conversion. All numbers are little-endian. A column begins at a multiple of 8 bytes.
 */
final class Columns {
    private static final int BLOCK = 8_192;
    private static final String NOT_RETURNED = " (has not returned)";

    private final Trace trace;
    private final Map<String, Integer> texts = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> lengths = new HashMap<>();

    Columns(Trace trace) {
        this.trace = trace;
    }

    /** Writes all columns, compressed. After that, {@link #describe} can say where each column is. */
    void write(OutputStream out) throws IOException {
        try (GZIPOutputStream zipped = new GZIPOutputStream(out, BLOCK)) {
            List<Call> calls = new ArrayList<>();
            trace.lanes().forEach(lane -> calls.addAll(lane.calls()));
            doubles(zipped, "start", calls, Call::start);
            doubles(zipped, "end", calls, Call::end);
            doubles(zipped, "bytes", calls, Call::bytes);
            integers(zipped, "name", calls, call -> text(call.returned() ? call.name() : call.name() + NOT_RETURNED));
            integers(zipped, "line", calls, call -> text(call.line()));
            integers(zipped, "communicator", calls, call -> text(call.communicator()));
            integers(zipped, "peer", calls, Call::peer);
            integers(zipped, "tag", calls, Call::tag);
            integers(zipped, "kind", calls, call -> call.kind().ordinal());
            List<Message> messages = trace.messages().stream().filter(Message::isComplete).toList();
            doubles(zipped, "sent", messages, message -> message.sent);
            doubles(zipped, "received", messages, Message::received);
            doubles(zipped, "size", messages, message -> message.bytes);
            integers(zipped, "sender", messages, message -> message.sender);
            integers(zipped, "receiver", messages, message -> message.receiver);
            integers(zipped, "messageTag", messages, message -> message.tag);
        }
    }

    /** Writes the texts that columns name by number, and the type and length of each column, in order. */
    void describe(JsonWriter json) throws IOException {
        json.name("texts").beginArray();
        for (String text : texts.keySet()) {
            json.value(text);
        }
        json.endArray().name("columns").beginArray();
        for (String name : names) {
            String[] parts = name.split(" ");
            json.beginObject().name("name").value(parts[0]).name("type").value(parts[1]).name("length")
                .value(lengths.get(name)).endObject();
        }
        json.endArray();
    }

    private int text(String text) {
        return texts.computeIfAbsent(text, added -> texts.size());
    }

    private <T> void doubles(OutputStream out, String name, List<T> rows, ToDoubleFunction<T> value)
        throws IOException {
        add(name + " f64", rows.size());
        ByteBuffer block = block();
        for (T row : rows) {
            block.putDouble(value.applyAsDouble(row));
            flush(out, block, false);
        }
        flush(out, block, true);
    }

    private <T> void integers(OutputStream out, String name, List<T> rows, ToIntFunction<T> value)
        throws IOException {
        add(name + " i32", rows.size());
        ByteBuffer block = block();
        for (T row : rows) {
            block.putInt(value.applyAsInt(row));
            flush(out, block, false);
        }
        if (rows.size() % 2 != 0) {
            block.putInt(0);
        }
        flush(out, block, true);
    }

    private void add(String name, int length) {
        names.add(name);
        lengths.put(name, length);
    }

    private static ByteBuffer block() {
        return ByteBuffer.allocate(BLOCK).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void flush(OutputStream out, ByteBuffer block, boolean always) throws IOException {
        if (always || block.remaining() < Long.BYTES) {
            out.write(block.array(), 0, block.position());
            block.clear();
        }
    }
}
