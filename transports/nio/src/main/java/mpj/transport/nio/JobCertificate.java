package mpj.transport.nio;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;

/**
 * A certificate that this process signs itself, for this job only. No authority vouches for it. Its digest is part of
 * the {@link Greeting}, for which the job's secret vouches.
 *
 * @param key the private key, which stays in this process
 * @param certificate the certificate that the peer sees
 */
record JobCertificate(PrivateKey key, X509Certificate certificate) {
    /** 1.2.840.10045.4.3.2: ECDSA with SHA-256 (RFC 5758). */
    private static final byte[] ECDSA_WITH_SHA256 =
        Der.sequence(Der.objectIdentifier(new byte[] {0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 4, 3, 2}));
    /** 2.5.4.3: the common name. */
    private static final byte[] COMMON_NAME = Der.objectIdentifier(new byte[] {0x55, 4, 3});
    private static final byte[] NAME = Der.sequence(Der.set(Der.sequence(COMMON_NAME, Der.text("mpj"))));
    /**
     * The validity has no limits in practice, because the clocks of hosts differ and the digest alone decides (RFC
     * 5280, 4.1.2.5).
     */
    private static final byte[] VALIDITY = Der.sequence(Der.time("20000101000000Z"), Der.time("99991231235959Z"));
    private static final byte[] VERSION_3 = Der.explicit(Der.integer(new byte[] {2}));
    private static final byte[] SERIAL_NUMBER = Der.integer(new byte[] {1});

    static JobCertificate create() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            // RFC 5280, 4.1.
            byte[] toBeSigned = Der.sequence(VERSION_3, SERIAL_NUMBER, ECDSA_WITH_SHA256, NAME, VALIDITY, NAME,
                pair.getPublic().getEncoded());
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(pair.getPrivate());
            signature.update(toBeSigned);
            byte[] signed = Der.sequence(toBeSigned, ECDSA_WITH_SHA256, Der.bitString(signature.sign()));
            return new JobCertificate(pair.getPrivate(), (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(signed)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has what a certificate needs", e);
        }
    }

    byte[] digest() throws IOException {
        return digest(certificate);
    }

    static byte[] digest(X509Certificate certificate) throws IOException {
        try {
            return MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }
}
