package mpj.engine.packet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The value that a rank publishes: the address of each of its transports, under the transport's name. All addresses are
 * in one value, so that a peer asks the launcher only once. A transport that the rank does not have is missing.
 *
 * @param byName the addresses by the names of the transports, in the order of preference
 */
record TransportAddresses(Map<String, byte[]> byName) {
    /** The key under which the bootstrap has this value. */
    static final String KEY = "transports";
    /** The name under which a rank publishes where its detector of dead ranks takes datagrams. */
    static final String DETECTOR = "detector";
    /** The name under which rank 0 publishes the {@linkplain WorldNumber number of the world}. */
    static final String WORLD = "world";

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : byName.entrySet()) {
                out.writeUTF(entry.getKey());
                out.writeInt(entry.getValue().length);
                out.write(entry.getValue());
            }
        } catch (IOException e) {
            throw new AssertionError(e); // never: the bytes are written to memory
        }
        return bytes.toByteArray();
    }

    /** @param peer the peer that has published the value, for the texts of errors */
    static TransportAddresses decode(String peer, byte[] value) {
        Map<String, byte[]> byName = new LinkedHashMap<>();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(value))) {
            while (in.available() > 0) {
                String name = in.readUTF();
                int length = in.readInt();
                if (length < 0 || length > in.available()) {
                    throw new IOException("an address of " + length + " bytes");
                }
                byName.put(name, in.readNBytes(length));
            }
        } catch (IOException e) {
            throw new EngineException(ErrorClass.ERR_OTHER, peer + " published no addresses that this version"
                + " can read (" + e.getMessage() + "); start every rank with the same version of the library");
        }
        return new TransportAddresses(byName);
    }
}
