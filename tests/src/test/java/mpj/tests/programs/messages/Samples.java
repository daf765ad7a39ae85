package mpj.tests.programs.messages;

import java.io.Serializable;

/** A record that is not immutable, because its array can change. */
public record Samples(int[] values) implements Serializable {
}
