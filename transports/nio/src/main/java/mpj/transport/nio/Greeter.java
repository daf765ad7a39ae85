package mpj.transport.nio;

import java.security.SecureRandom;
import mpj.transport.spi.Job;
import mpj.transport.spi.Peer;

/**
 * Who this process is to its peers.
 *
 * @param job its job, and its rank there
 * @param form in what form it sends frames, see {@link Greeting}
 * @param port where it listens
 * @param version the library's
 * @param host its host's name
 * @param certificate see {@link Greeting}
 */
record Greeter(Job job, int form, int port, String version, String host, byte[] certificate) {

    /** A greeting for a rank of whatever job. */
    Greeting greet(int to, SecureRandom random) {
        byte[] nonce = new byte[Greeting.NONCE_BYTES];
        random.nextBytes(nonce);
        return new Greeting(new Peer(job.id(), job.rank()), to, form, port, version, host, nonce, certificate);
    }

    /** What keeps a peer that has proved itself from being spoken with, or null. */
    Verdict objection(Greeting peer) {
        if (!peer.version().equals(version)) {
            return Verdict.OTHER_VERSION;
        }
        return peer.form() == form ? null : Verdict.OTHER_FORM;
    }

    /** An objection in words, the same on both sides. */
    String explain(Verdict objection, Greeting peer) {
        return objection == Verdict.OTHER_VERSION
            ? "version " + peer.version() + " of the library runs there, version " + version + " on host " + host
                + "; start every rank with the same version"
            : "it sends " + Form.describe(peer.form()) + ", host " + host + " " + Form.describe(form)
                + "; give every rank the same properties";
    }
}
