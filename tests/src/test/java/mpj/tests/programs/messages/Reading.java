package mpj.tests.programs.messages;

import java.io.Serializable;

/** Nothing in it can change. */
public record Reading(int number, String name, Double value, Unit unit, Place place) implements Serializable {
    /** What a value is in. */
    public enum Unit { METRE, SECOND }

    /** A record in a record, and one of its own kind in that. */
    public record Place(long at, Place within) implements Serializable {
    }
}
