package mpj.core.comm;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mpj.engine.Engine;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * The lines of the program that have sent messages. With {@code mpj.check}, Finalize names the lines that have sent
 * messages which nobody has received. Messages of one sender, context and tag are received in the order in which they
 * were sent. So the messages that are left are the last ones, and it is enough to remember the last lines. When a rank
 * finalizes, it tells each receiver of these lines, in a message behind all others. Thread-safe.
 */
final class SentLines {
    private static final int TAG = 0;
    /** How many kinds of messages are remembered. Messages of further kinds are not. */
    private static final int MOST_KINDS = 10_000;
    /** How many runs of one kind are remembered. */
    private static final int MOST_RUNS = 32;
    /**
     * In bytes. Over any transport, a message of this size leaves as a whole, so its sender need not wait for the
     * match.
     */
    private static final int MOST_BYTES = 4000;

    /** A kind of messages. For a sender, the peer is their receiver. */
    private record Kind(int context, int peer, int tag) {
    }

    /** A number of messages that the same line has sent one after the other. */
    private record Run(String line, long messages) {
    }

    private final int context;
    /** The runs of each kind. The kind that was used last comes last. */
    private final Map<Kind, ArrayDeque<Run>> sent = new LinkedHashMap<>(16, 0.75f, true);

    /** The message with the lines of each sender that was asked for. */
    private final Map<Integer, byte[]> told = new HashMap<>();

    /** @param context the context of the messages that tell of lines. Nothing else is sent in it when ranks finalize */
    SentLines(int context) {
        this.context = context;
    }

    /** Remembers the line that has sent a message. */
    synchronized void add(int ofContext, int receiver, int tag, String line) {
        Kind kind = new Kind(ofContext, receiver, tag);
        ArrayDeque<Run> runs = sent.get(kind);
        if (runs == null) {
            if (sent.size() == MOST_KINDS) {
                return;
            }
            runs = new ArrayDeque<>();
            sent.put(kind, runs);
        }
        Run last = runs.peekLast();
        boolean same = last != null && last.line.equals(line);
        if (same) {
            runs.removeLast();
        }
        runs.addLast(new Run(line, same ? last.messages + 1 : 1));
        if (runs.size() > MOST_RUNS) {
            runs.removeFirst();
        }
    }

    /** Tells each receiver of the lines that have sent to it. */
    synchronized void tell(Engine engine) {
        Map<Integer, ByteArrayOutputStream> messages = new HashMap<>();
        for (Kind kind : new ArrayList<>(sent.keySet()).reversed()) {
            ByteArrayOutputStream message = messages.computeIfAbsent(kind.peer, _ -> new ByteArrayOutputStream());
            byte[] lines = encoded(kind, sent.get(kind));
            if (message.size() + lines.length <= MOST_BYTES) {
                message.writeBytes(lines);
            }
        }
        messages.forEach((receiver, message) -> engine.startSend(message.toByteArray(), ElementType.BYTE, 0,
            message.size(), SectionHeader.pack(ElementType.BYTE.code(), message.size()), context, receiver, TAG,
            false));
    }

    private static byte[] encoded(Kind kind, ArrayDeque<Run> runs) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(kind.context);
            out.writeInt(kind.tag);
            out.writeInt(runs.size());
            for (Run run : runs.reversed()) {
                out.writeUTF(run.line);
                out.writeLong(run.messages);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // never: the bytes are written to memory
        }
        return bytes.toByteArray();
    }

    /**
     * The lines that have sent messages of a kind, the last one first.
     *
     * @param messages how many lines to return at most
     * @return one line for each of the last messages whose line is known
     */
    synchronized List<String> of(Engine engine, int sender, int ofContext, int tag, int messages) {
        byte[] message = received(engine, sender);
        List<String> lines = new ArrayList<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(message))) {
            while (in.available() > 0) {
                int itsContext = in.readInt();
                int itsTag = in.readInt();
                boolean wanted = itsContext == ofContext && itsTag == tag;
                for (int runs = in.readInt(); runs > 0; runs--) {
                    String line = in.readUTF();
                    for (long left = in.readLong(); left > 0 && wanted && lines.size() < messages; left--) {
                        lines.add(line);
                    }
                }
            }
        } catch (IOException e) {
            return List.of(); // the message is damaged
        }
        return lines;
    }

    /** The message in which a sender has told of its lines; empty if it has not arrived completely. */
    private byte[] received(Engine engine, int sender) {
        byte[] known = told.get(sender);
        if (known != null) {
            return known;
        }
        byte[] message = {};
        Probed probed = engine.probe(context, sender, TAG);
        if (probed != null && probed.bytes() <= MOST_BYTES) {
            message = new byte[(int) probed.bytes()];
            Receive receive = engine.startReceive(message, ElementType.BYTE, ElementType.BYTE.code(), 0,
                message.length, context, sender, TAG);
            if (!Engine.isComplete(receive) || receive.hasFailed()) {
                message = new byte[0];
            }
        }
        told.put(sender, message);
        return message;
    }
}
