package mpj.runtime.keys;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/**
 * The smallest X.509 certificate (RFC 5280) around an Ed25519 key (RFC 8410), in DER. It contains no information: its
 * names are random and it never expires, because only the key is looked at.
 */
final class SelfSignedCertificate {
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0C;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int SHORT_LENGTH = 0x7F;
    /** 1.3.101.112, Ed25519. */
    private static final byte[] ED25519 = {0x2B, 0x65, 0x70};
    /** 2.5.4.3, commonName. */
    private static final byte[] COMMON_NAME = {0x55, 0x04, 0x03};
    private static final int NAME_BITS = 64;

    private SelfSignedCertificate() {
    }

    static X509Certificate of(KeyPair pair) throws GeneralSecurityException {
        BigInteger number = new BigInteger(NAME_BITS, new SecureRandom()).setBit(0);
        byte[] algorithm = der(SEQUENCE, der(OBJECT_IDENTIFIER, ED25519));
        byte[] name = der(SEQUENCE, der(SET, der(SEQUENCE, der(OBJECT_IDENTIFIER, COMMON_NAME),
            der(UTF8_STRING, number.toString(Character.MAX_RADIX).getBytes(StandardCharsets.US_ASCII)))));
        byte[] validity = der(SEQUENCE, time("20000101000000Z"), time("99991231235959Z"));
        // The encoded form of a key already is a SubjectPublicKeyInfo. A certificate without extensions has version 1.
        byte[] contents = der(SEQUENCE, der(INTEGER, number.toByteArray()), algorithm, name, validity, name,
            pair.getPublic().getEncoded());
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        signature.update(contents);
        byte[] certificate = der(SEQUENCE, contents, algorithm, der(BIT_STRING, new byte[1], signature.sign()));
        return (X509Certificate) CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(certificate));
    }

    private static byte[] time(String text) {
        return der(GENERALIZED_TIME, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Encodes tag, length and contents. */
    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream contents = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            contents.writeBytes(part);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(tag);
        if (contents.size() <= SHORT_LENGTH) {
            all.write(contents.size());
        } else {
            byte[] length = BigInteger.valueOf(contents.size()).toByteArray();
            int from = length[0] == 0 ? 1 : 0;
            all.write(SHORT_LENGTH + 1 + length.length - from);
            all.write(length, from, length.length - from);
        }
        all.writeBytes(contents.toByteArray());
        return all.toByteArray();
    }
}
