/**
 * mpjd, which starts agents on hosts without ssh, and mpjrun's side of the conversation. Everything goes over TLS 1.3
 * with Ed25519 keys on both sides: the handshake's CertificateVerify is the challenge, bound to the connection, so that
 * nothing can be replayed and nobody can stand between. Certificates are only the wrapping that TLS wants around a key;
 * what is trusted is the key, by the daemon's list and the user's.
 *
 * <p>A daemon of root's starts each agent as the user of the system whom its list names for the key. The one of another
 * user starts agents as itself: what runs there can read the daemon's private key.
 */
package mpj.runtime.daemon;
