package mpj.runtime.pmi;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import mpj.bindings.Uninterrupted;

/**
 * Lines and frames to and from a PMI server. PMI-1 sends lines. PMI-2 sends a first line, and then frames: a length in
 * six decimal characters, followed by as many bytes.
 */
final class PmiStream implements Closeable {
    private static final int LENGTH_CHARACTERS = 6;
    /** Far more than any server sends; a longer message cannot be PMI. */
    private static final int LONGEST = 1 << 20;

    private final InputStream in;
    private final OutputStream out;
    private final Closeable closeable;

    private PmiStream(InputStream in, OutputStream out, Closeable closeable) {
        this.in = new BufferedInputStream(in);
        this.out = out;
        this.closeable = closeable;
    }

    static PmiStream over(InheritedDescriptor descriptor) {
        return new PmiStream(Channels.newInputStream(descriptor), Channels.newOutputStream(descriptor), descriptor);
    }

    /**
     * This is a Socket and not a SocketChannel, because an interrupt of the thread that is in MPI must not close it.
     * For the same reason a virtual thread never uses the socket itself.
     */
    static PmiStream over(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        return new PmiStream(socket.getInputStream(), socket.getOutputStream(), socket);
    }

    void sendLine(String line) throws IOException {
        send(line + "\n");
    }

    void sendFrame(String frame) throws IOException {
        String length = Integer.toString(frame.getBytes(StandardCharsets.UTF_8).length);
        send(" ".repeat(LENGTH_CHARACTERS - length.length()) + length + frame);
    }

    /** Sends the text in one write, so that an abort by another thread cannot come between its parts. */
    private synchronized void send(String text) throws IOException {
        Uninterrupted.callOnSocket(() -> {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
            return null;
        });
    }

    String receiveLine() throws IOException {
        return Uninterrupted.callOnSocket(this::readLine);
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int character = read(); character != '\n'; character = read()) {
            line.append((char) character);
            checkLength(line.length());
        }
        return line.toString();
    }

    String receiveFrame() throws IOException {
        return Uninterrupted.callOnSocket(this::readFrame);
    }

    private String readFrame() throws IOException {
        String digits = new String(read(LENGTH_CHARACTERS), StandardCharsets.ISO_8859_1);
        int length;
        try {
            length = Integer.parseInt(digits.strip());
        } catch (NumberFormatException e) {
            throw new ProtocolException("the PMI server sent \"" + digits + "\" where a frame's length belongs");
        }
        checkLength(length);
        return new String(read(length), StandardCharsets.ISO_8859_1);
    }

    private static void checkLength(int length) throws ProtocolException {
        if (length < 0 || length > LONGEST) {
            throw new ProtocolException("the PMI server sent a message of " + length + " bytes; the limit is "
                + LONGEST);
        }
    }

    private int read() throws IOException {
        int value = in.read();
        if (value < 0) {
            throw gone();
        }
        return value;
    }

    private byte[] read(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw gone();
        }
        return bytes;
    }

    private static EOFException gone() {
        return new EOFException("the PMI server has closed the connection");
    }

    @Override
    public void close() throws IOException {
        closeable.close();
    }
}
