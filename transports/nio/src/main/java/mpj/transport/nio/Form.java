package mpj.transport.nio;

import java.nio.ByteOrder;

/** The form in which a process sends frames, as bits of a number that peers compare. */
final class Form {
    private static final int TLS = 1;
    private static final int BIG_ENDIAN = 2;

    private Form() {
    }

    static int of(boolean tls) {
        // The engine's payloads have the byte order of the sender's memory.
        return (tls ? TLS : 0) | (ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? BIG_ENDIAN : 0);
    }

    static String describe(int form) {
        return ((form & TLS) == 0 ? "without TLS" : "with TLS") + " and "
            + ((form & BIG_ENDIAN) == 0 ? "little-endian" : "big-endian");
    }
}
