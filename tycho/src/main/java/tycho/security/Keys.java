package tycho.security;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** A key with its certificate, and the authorities to trust: the own site's, and those in the folder trusted. */
public final class Keys {
    /** The only version of TLS that any connection uses. */
    public static final String PROTOCOL = "TLSv1.3";
    /** The password of all key stores. It protects nothing: the mode of the files does. */
    static final char[] PASSWORD = "password".toCharArray();
    static final String AUTHORITY = "ca.pem";
    static final String TRUSTED = "trusted";

    private final KeyStore keys;
    private final X509ExtendedTrustManager trust;
    private final Identity identity;

    private Keys(KeyStore keys, X509ExtendedTrustManager trust, Identity identity) {
        this.keys = keys;
        this.trust = trust;
        this.identity = identity;
    }

    /**
     * Reads a key and the authorities.
     *
     * @param folder a folder that mediator --init made
     * @param name   whose key
     */
    public static Keys read(Path folder, String name) throws IOException {
        Path file = folder.resolve(name + ".p12");
        try {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(file)) {
                keys.load(in, PASSWORD);
            }
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trust(trusted, folder.resolve(AUTHORITY));
            Path others = folder.resolve(TRUSTED);
            if (Files.isDirectory(others)) {
                try (DirectoryStream<Path> files = Files.newDirectoryStream(others, "*.pem")) {
                    for (Path each : files) {
                        trust(trusted, each);
                    }
                }
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(trusted);
            String alias = keys.aliases().nextElement();
            return new Keys(keys, (X509ExtendedTrustManager) factory.getTrustManagers()[0],
                Identity.of((X509Certificate) keys.getCertificate(alias)));
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + e.getMessage() + "; make the keys of a site with mediator"
                + " --init, and those of a client with mediator --issue NAME", e);
        } catch (GeneralSecurityException e) {
            throw new IOException("the keys in " + file + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static void trust(KeyStore trusted, Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            int number = 0;
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry(file.getFileName() + "-" + number++, each);
            }
        }
    }

    /** Where mediators and clients look for keys unless they are told another folder. */
    public static Path usualFolder() {
        String config = System.getenv("XDG_CONFIG_HOME");
        return (config == null || config.isEmpty() ? Path.of(System.getProperty("user.home"), ".config")
            : Path.of(config)).resolve("tycho");
    }

    public Identity identity() {
        return identity;
    }

    /** TLS with all whom an authority knows. */
    public SSLContext everyone() throws IOException {
        return context(trust);
    }

    /** TLS with mediators only. */
    public SSLContext mediators() throws IOException {
        return context(new MediatorsOnly(trust));
    }

    private SSLContext context(TrustManager trustManager) throws IOException {
        try {
            // The factory PKIX would decrypt the private key for each connection, which takes milliseconds.
            KeyManagerFactory own = KeyManagerFactory.getInstance("SunX509");
            own.init(keys, PASSWORD);
            // Its defaults may be set. Whoever makes a connection permits only PROTOCOL.
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.getKeyManagers(), new TrustManager[] {trustManager}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS cannot be set up with the key of " + identity + ": " + e.getMessage(), e);
        }
    }

    /** Trusts what another trust manager trusts, if it is a mediator. */
    private static final class MediatorsOnly extends X509ExtendedTrustManager {
        private final X509ExtendedTrustManager all;

        MediatorsOnly(X509ExtendedTrustManager all) {
            this.all = all;
        }

        private static void check(X509Certificate[] chain) throws CertificateException {
            try {
                Identity peer = Identity.of(chain[0]);
                if (!peer.mediator()) {
                    throw new CertificateException(peer + " is not a mediator");
                }
            } catch (SSLPeerUnverifiedException e) {
                throw new CertificateException(e.getMessage(), e);
            }
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            all.checkClientTrusted(chain, type);
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            all.checkServerTrusted(chain, type);
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            all.checkClientTrusted(chain, type, socket);
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            all.checkServerTrusted(chain, type, socket);
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            all.checkClientTrusted(chain, type, engine);
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            all.checkServerTrusted(chain, type, engine);
            check(chain);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return all.getAcceptedIssuers();
        }
    }
}
