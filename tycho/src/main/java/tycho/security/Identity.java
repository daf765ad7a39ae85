package tycho.security;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Whose certificate it is. The site is the one of the authority that signed the certificate, so that no authority can
 * speak for another site.
 *
 * @param name     the common name
 * @param site     the organization of the authority
 * @param mediator whether the certificate is that of a mediator
 */
public record Identity(String name, String site, boolean mediator) {
    static final String MEDIATOR = "mediator";

    /** The identity at the other end of a TLS connection. */
    public static Identity of(SSLSession session) throws SSLPeerUnverifiedException {
        if (session.getPeerCertificates()[0] instanceof X509Certificate certificate) {
            return of(certificate);
        }
        throw new SSLPeerUnverifiedException("the peer's certificate is not in X.509");
    }

    static Identity of(X509Certificate certificate) throws SSLPeerUnverifiedException {
        List<Rdn> subject = parts(certificate.getSubjectX500Principal().getName());
        String site = value(parts(certificate.getIssuerX500Principal().getName()), "O");
        if (!site.equals(value(subject, "O"))) {
            throw new SSLPeerUnverifiedException("the certificate of " + certificate.getSubjectX500Principal()
                + " was signed by the authority of the site " + site + ", which is another site");
        }
        boolean mediator = subject.stream().anyMatch(part -> part.getType().equalsIgnoreCase("OU")
            && part.getValue().equals(MEDIATOR));
        return new Identity(value(subject, "CN"), site, mediator);
    }

    private static List<Rdn> parts(String name) throws SSLPeerUnverifiedException {
        try {
            return new LdapName(name).getRdns();
        } catch (InvalidNameException e) {
            throw new SSLPeerUnverifiedException("a certificate has the name " + name + ", which cannot be parsed");
        }
    }

    private static String value(List<Rdn> parts, String type) throws SSLPeerUnverifiedException {
        Optional<String> value = parts.stream().filter(part -> part.getType().equalsIgnoreCase(type))
            .map(part -> part.getValue().toString().intern()).findFirst();
        return value.orElseThrow(() -> new SSLPeerUnverifiedException("a certificate has no " + type
            + " in its name; issue it with mediator --issue"));
    }

    /** How entries and permissions name an identity. */
    @Override
    public String toString() {
        return name + "@" + site;
    }
}
