package mpj.core.process;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** The connection of the roots of two groups while the groups make a communicator. Used by one thread. */
public final class Meeting implements Closeable {
    private final Engine engine;
    private final int context;
    private final PortConnection connection;
    private final String described;

    /** @param context of the collective operations of the communicator that this process is the root of */
    Meeting(Engine engine, int context, PortConnection connection, String described) {
        this.engine = engine;
        this.context = context;
        this.connection = connection;
        this.described = described;
    }

    /** Sends the other root the version of this library. */
    static void greet(PortConnection connection, String version) throws IOException {
        connection.send(version.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Waits for the version of the other root.
     *
     * @throws EngineException of class {@link ErrorClass#ERR_PORT} when it differs from the version of this process
     */
    static void checkVersion(PortConnection connection, String own, String described) throws IOException {
        String theirs = new String(connection.receive(), StandardCharsets.UTF_8);
        if (!theirs.equals(own)) {
            throw new EngineException(ErrorClass.ERR_PORT, described + " belongs to a program with version " + theirs
                + " of the library, and this program has version " + own + "; jobs that connect need the same version");
        }
    }

    /** Sends ints to the other root, and returns the ints that the other root sends. */
    public int[] swap(int[] values) {
        try {
            return OutsideWait.await(engine, context, "mpj-meeting", _ -> {
                connection.send(bytes(values));
                return ints(connection.receive());
            });
        } catch (IOException e) {
            throw new EngineException(ErrorClass.ERR_PORT, "the process at the other end of " + described
                + " has given up or ended: " + e.getMessage(), e);
        }
    }

    private static byte[] bytes(int[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES);
        bytes.asIntBuffer().put(values);
        return bytes.array();
    }

    private static int[] ints(byte[] bytes) {
        int[] ints = new int[bytes.length / Integer.BYTES];
        ByteBuffer.wrap(bytes).asIntBuffer().get(ints);
        return ints;
    }

    @Override
    public void close() {
        connection.close();
    }
}
