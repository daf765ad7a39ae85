package tycho.security;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.Provider;
import java.security.Security;
import java.util.LinkedHashMap;
import javax.crypto.Cipher;

/**
 * Provides TLS with AES-GCM for very many connections: the expanded keys of AES take more than a kilobyte of each
 * connection, so only the connections that were used last have them. The JDK's own cipher does all the work.
 */
public final class RecentKeys extends Provider {
    /** What TLS asks for. */
    static final String TRANSFORMATION = "AES/GCM/NoPadding";
    /** As many as a mediator's threads use by turns while it relays for several clients. */
    static final int MOST = 64;
    private static final long serialVersionUID = 1;

    private final transient Provider jdk;
    /** The ciphers of the keys that were used last, the latest at the end. A cipher is taken out while it is in use. */
    private final transient LinkedHashMap<Key, Cipher> ciphers = new LinkedHashMap<>();

    private RecentKeys(Provider jdk) {
        super("TychoRecentKeys", "1", "AES-GCM that keeps the expanded keys of few connections");
        this.jdk = jdk;
        putService(new Service(this, "Cipher", TRANSFORMATION, BorrowedCipher.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) {
                return new BorrowedCipher(RecentKeys.this);
            }
        });
    }

    /** @param jdk the provider whose ciphers do the work */
    static RecentKeys of(Provider jdk) {
        return new RecentKeys(jdk);
    }

    /** Has all TLS of this process use the provider, if this JVM has the JDK's own and accepts another one. */
    public static void install() {
        Provider jdk = Security.getProvider("SunJCE");
        if (jdk != null) {
            Security.insertProviderAt(of(jdk), 1);
        }
    }

    /** The cipher that had this key last, or one that any key may be given to. */
    Cipher take(Key key) throws InvalidKeyException {
        synchronized (ciphers) {
            Cipher recent = ciphers.remove(key);
            if (recent != null) {
                return recent;
            }
            if (ciphers.size() >= MOST) {
                return ciphers.pollFirstEntry().getValue();
            }
        }
        try {
            return Cipher.getInstance(TRANSFORMATION, jdk);
        } catch (GeneralSecurityException e) {
            throw new InvalidKeyException("the JDK has no cipher " + TRANSFORMATION, e);
        }
    }

    void giveBack(Key key, Cipher cipher) {
        synchronized (ciphers) {
            ciphers.put(key, cipher);
            if (ciphers.size() > MOST) {
                ciphers.pollFirstEntry();
            }
        }
    }

    /** How many ciphers are kept. */
    int kept() {
        synchronized (ciphers) {
            return ciphers.size();
        }
    }
}
