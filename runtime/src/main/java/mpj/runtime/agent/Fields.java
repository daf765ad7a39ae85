package mpj.runtime.agent;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Fields of any length on the wire: a count or a number of bytes in 4 bytes, then the contents. */
record Fields(DataOutputStream out) {
    /** Writes one element of a list. */
    interface Writer<T> {
        void write(T element) throws IOException;
    }

    /** Reads one element of a list. */
    interface Reader<T> {
        T read(DataInputStream in) throws IOException;
    }

    void bytes(byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    void text(String text) throws IOException {
        bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    <T> void list(List<T> elements, Writer<T> writer) throws IOException {
        out.writeInt(elements.size());
        for (T element : elements) {
            writer.write(element);
        }
    }

    static byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return bytes;
    }

    static String text(DataInputStream in) throws IOException {
        return new String(bytes(in), StandardCharsets.UTF_8);
    }

    static <T> List<T> list(DataInputStream in, Reader<T> reader) throws IOException {
        int count = in.readInt();
        List<T> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            elements.add(reader.read(in));
        }
        return elements;
    }
}
