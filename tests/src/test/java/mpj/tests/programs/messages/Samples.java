package mpj.tests.programs.messages;

import java.io.Serializable;

/** What is in its array can change. */
public record Samples(int[] values) implements Serializable {
}
