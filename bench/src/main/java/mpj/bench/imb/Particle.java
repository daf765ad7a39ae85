package mpj.bench.imb;

import java.io.Serializable;

/** The elements of messages of objects: small records. */
record Particle(int number, double position) implements Serializable {
}
