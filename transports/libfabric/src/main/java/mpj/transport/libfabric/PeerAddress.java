package mpj.transport.libfabric;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import mpj.transport.spi.TransportException;

/**
 * What a rank publishes.
 *
 * @param provider its provider; both sides need the same
 * @param local whether that provider reaches its own host only
 * @param process the rank's
 * @param name its endpoint's (fi_getname)
 */
record PeerAddress(String provider, boolean local, PeerProcess process, byte[] name) {
    private static final int VERSION = 1;

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeUTF(provider);
            out.writeBoolean(local);
            out.writeUTF(process.host());
            out.writeLong(process.id());
            out.writeLong(process.started());
            out.writeShort(name.length);
            out.write(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static PeerAddress decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new TransportException("transport libfabric: an address of version " + version + ", not "
                    + VERSION + "; start every rank with the same version of the library");
            }
            return new PeerAddress(in.readUTF(), in.readBoolean(),
                new PeerProcess(in.readUTF(), in.readLong(), in.readLong()), in.readNBytes(in.readUnsignedShort()));
        } catch (IOException e) {
            throw new TransportException("transport libfabric: an address of " + bytes.length + " bytes that ends too"
                + " soon; start every rank with the same version of the library", e);
        }
    }

    boolean reaches(PeerAddress other) {
        return provider.equals(other.provider) && (!local || process.onHostOf(other.process));
    }
}
