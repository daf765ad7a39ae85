package mpj.transport.nio;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Values in the Distinguished Encoding Rules of ASN.1 (ITU-T X.690), limited to those that a certificate needs. */
final class Der {
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0C;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int EXPLICIT = 0xA0;
    private static final int LONG_LENGTH = 0x80;

    private Der() {
    }

    static byte[] sequence(byte[]... parts) {
        return value(SEQUENCE, parts);
    }

    static byte[] set(byte[]... parts) {
        return value(SET, parts);
    }

    /** A part with the context-specific tag 0. */
    static byte[] explicit(byte[] part) {
        return value(EXPLICIT, part);
    }

    /** A number in two's complement, with the highest byte first. */
    static byte[] integer(byte[] number) {
        return value(INTEGER, number);
    }

    static byte[] bitString(byte[] bits) {
        return value(BIT_STRING, new byte[] {0}, bits);
    }

    static byte[] objectIdentifier(byte... encoded) {
        return value(OBJECT_IDENTIFIER, encoded);
    }

    static byte[] text(String text) {
        return value(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A moment in the form yyyyMMddHHmmssZ. */
    static byte[] time(String moment) {
        return value(GENERALIZED_TIME, moment.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] value(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        value.write(tag);
        int length = content.size();
        if (length < LONG_LENGTH) {
            value.write(length);
        } else {
            // Two bytes of length suffice for everything in a certificate.
            value.write(LONG_LENGTH | Short.BYTES);
            value.write(length >>> Byte.SIZE);
            value.write(length);
        }
        value.writeBytes(content.toByteArray());
        return value.toByteArray();
    }
}
