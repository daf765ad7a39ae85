package mpj.runtime.keys;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * The identity of a daemon or a user: an Ed25519 key pair, in a file of two lines that only its owner can read.
 *
 * @param pair the keys
 * @param certificate the certificate that TLS requires around the key
 */
public record OwnKey(KeyPair pair, X509Certificate certificate) {
    private static final String ALGORITHM = "Ed25519";
    private static final char[] NO_PASSWORD = {};

    /** Reads the key from a file. If there is no file, makes a key and writes it there. */
    public static OwnKey of(Path file) throws IOException {
        try {
            if (!Files.exists(file)) {
                create(file);
            }
            List<String> lines = Files.readAllLines(file);
            KeyFactory keys = KeyFactory.getInstance(ALGORITHM);
            PrivateKey secret = keys.generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(lines.get(0))));
            PublicKey open = keys.generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(lines.get(1))));
            KeyPair pair = new KeyPair(open, secret);
            return new OwnKey(pair, SelfSignedCertificate.of(pair));
        } catch (GeneralSecurityException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException(file + " holds no key: " + e.getMessage() + "; remove it to have a new one made", e);
        }
    }

    private static void create(Path file) throws IOException, GeneralSecurityException {
        KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
        Base64.Encoder base64 = Base64.getEncoder();
        byte[] text = (base64.encodeToString(pair.getPrivate().getEncoded()) + "\n"
            + base64.encodeToString(pair.getPublic().getEncoded()) + "\n").getBytes(StandardCharsets.US_ASCII);
        Files.createDirectories(file.toAbsolutePath().getParent(), permissions("rwx------"));
        Path complete = Files.createFile(file.resolveSibling(file.getFileName() + "."
            + Long.toHexString(new SecureRandom().nextLong())), permissions("rw-------"));
        try {
            Files.write(complete, text);
            Files.createLink(file, complete); // another process may have made a key in the meantime: that one stays
        } catch (FileAlreadyExistsException | AtomicMoveNotSupportedException e) {
            return;
        } finally {
            Files.deleteIfExists(complete);
        }
    }

    /**
     * Permissions for a new file. On a file system without POSIX permissions, files in a home folder inherit that only
     * its owner can read them.
     */
    public static FileAttribute<?>[] permissions(String mode) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
            : new FileAttribute<?>[0];
    }

    /** The public key by which others know this identity. */
    public String publicKey() {
        return PublicKeyText.of(pair.getPublic());
    }

    /** TLS with this identity. The trust manager decides which other identities are accepted. */
    SSLContext tls(X509TrustManager trust) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, NO_PASSWORD);
            store.setKeyEntry("self", pair.getPrivate(), NO_PASSWORD, new Certificate[] {certificate});
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, NO_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(keys.getKeyManagers(), new TrustManager[] {trust}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("this Java cannot do TLS 1.3 with Ed25519: " + e.getMessage(), e);
        }
    }
}
