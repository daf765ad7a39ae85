package mpj.checkpoint;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Values as bytes. */
final class Packed {
    private Packed() {
    }

    /** Writes values. */
    interface Writer {
        void write(DataOutput out) throws IOException;
    }

    static byte[] of(Writer writer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writer.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a text that is too long
        }
        return bytes.toByteArray();
    }

    static DataInputStream read(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }
}
