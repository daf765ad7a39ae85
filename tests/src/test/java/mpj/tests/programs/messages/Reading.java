package mpj.tests.programs.messages;

import java.io.Serializable;

/** An immutable record. */
public record Reading(int number, String name, Double value, Unit unit, Place place) implements Serializable {
    /** The unit of a value. */
    public enum Unit { METRE, SECOND }

    /** A record within the record. It has another record of its own kind. */
    public record Place(long at, Place within) implements Serializable {
    }
}
