/**
 * The keys by which users, daemons and name servers know each other, and the connections that prove them: TLS 1.3 with
 * Ed25519 keys on both sides. The CertificateVerify of the handshake is the challenge. It is bound to the connection,
 * so it cannot be replayed, and nobody can stand between the two sides. TLS requires a certificate around each key,
 * but only the key is trusted.
 */
package mpj.runtime.keys;
