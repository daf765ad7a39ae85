package mpj.transport.nio;

import mpj.bindings.RandomBytes;
import mpj.transport.spi.Job;
import mpj.transport.spi.Peer;

/**
 * Makes the greetings of this process, and compares them with those of its peers.
 *
 * @param job this process's job, and its rank there
 * @param form the form in which it sends frames; see {@link Greeting}
 * @param port the port where it listens
 * @param version the library's version
 * @param host its host's name
 * @param certificate see {@link Greeting}
 */
record Greeter(Job job, int form, int port, String version, String host, byte[] certificate) {

    /**
     * Makes a greeting for a rank of this job or of another.
     *
     * @param from the name by which that rank knows this process
     */
    Greeting greet(Peer from, int to) {
        byte[] nonce = RandomBytes.of(Greeting.NONCE_BYTES);
        return new Greeting(from, to, form, port, version, host, nonce, certificate);
    }

    /** The reason not to use the connection of a peer that has proved itself, or null. */
    Verdict objection(Greeting peer) {
        if (!peer.version().equals(version)) {
            return Verdict.OTHER_VERSION;
        }
        return peer.form() == form ? null : Verdict.OTHER_FORM;
    }

    /** Explains an objection in words, the same at both ends. */
    String explain(Verdict objection, Greeting peer) {
        return objection == Verdict.OTHER_VERSION
            ? "version " + peer.version() + " of the library runs there, version " + version + " on host " + host
                + "; start every rank with the same version"
            : "it sends " + Form.describe(peer.form()) + ", host " + host + " " + Form.describe(form)
                + "; give every rank the same properties";
    }
}
