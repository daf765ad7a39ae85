package mpj.transport.libfabric;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import mpj.transport.spi.TransportException;

/**
 * The address that a rank publishes.
 *
 * @param provider the rank's provider; both ends must have the same
 * @param local whether that provider reaches only its own host
 * @param process the rank's process
 * @param name the name of its endpoint (fi_getname)
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
            String provider = in.readUTF();
            boolean local = in.readBoolean();
            PeerProcess process = new PeerProcess(in.readUTF(), in.readLong(), in.readLong());
            byte[] name = new byte[in.readUnsignedShort()];
            in.readFully(name);
            return new PeerAddress(provider, local, process, name);
        } catch (IOException e) {
            throw new TransportException("transport libfabric: an address of " + bytes.length + " bytes that ends too"
                + " soon; start every rank with the same version of the library", e);
        }
    }

    boolean reaches(PeerAddress other) {
        return provider.equals(other.provider) && (!local || process.onHostOf(other.process));
    }
}
