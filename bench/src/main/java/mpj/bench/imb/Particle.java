package mpj.bench.imb;

import java.io.Serializable;

/** What messages of objects consist of: a small record. */
record Particle(int number, double position) implements Serializable {
}
