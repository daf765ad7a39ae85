package mpj.engine.library;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import mpj.runtime.bootstrap.ForeignExchange;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.MessageLibrary;

/**
 * A library's job in the role of a launcher. Ranks tell each other the values that they publish by a collective of the
 * library.
 */
final class LibraryExchange implements ForeignExchange {
    private static final int SECRET_BYTES = 32;

    private final MessageLibrary library;
    private final Map<String, byte[]> staged = new HashMap<>();
    private final Map<Integer, Map<String, byte[]>> published = new HashMap<>();

    LibraryExchange(MessageLibrary library) {
        this.library = library;
    }

    /** Rank 0 chooses the secret that only the ranks know, and the library carries it to the others. */
    byte[] agreeOnSecret() {
        byte[] offer = new byte[library.rank() == 0 ? SECRET_BYTES : 0];
        new SecureRandom().nextBytes(offer);
        return library.allgather(offer)[0];
    }

    @Override
    public String server() {
        return library.description();
    }

    @Override
    public int rank() {
        return library.rank();
    }

    @Override
    public int size() {
        return library.size();
    }

    /** The library's launcher may know the number, but it is not asked. */
    @Override
    public int applicationNumber() {
        return 0;
    }

    @Override
    public synchronized void put(String key, byte[] value) {
        staged.put(key, value.clone());
    }

    @Override
    public synchronized byte[] get(int rank, String key) {
        byte[] value = published.getOrDefault(rank, Map.of()).get(key);
        return value == null ? null : value.clone();
    }

    @Override
    public synchronized void fence() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (Map.Entry<String, byte[]> entry : staged.entrySet()) {
            out.writeUTF(entry.getKey());
            out.writeInt(entry.getValue().length);
            out.write(entry.getValue());
        }
        staged.clear();
        byte[][] all;
        try {
            all = library.allgather(bytes.toByteArray());
        } catch (LibraryException e) {
            throw new IOException(e.getMessage(), e);
        }
        for (int rank = 0; rank < all.length; rank++) {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(all[rank]));
            while (in.available() > 0) {
                String key = in.readUTF();
                published.computeIfAbsent(rank, _ -> new HashMap<>()).put(key, in.readNBytes(in.readInt()));
            }
        }
    }

    @Override
    public void abort(int code, String message) {
        library.abort(code);
    }

    /** Does nothing, because the library is left when the engine is closed. */
    @Override
    public void close() {
    }
}
