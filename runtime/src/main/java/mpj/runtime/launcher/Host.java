package mpj.runtime.launcher;

import mpj.bindings.ThisHost;
import mpj.runtime.host.UsageException;

/**
 * A host that a job may use.
 *
 * @param name as ssh takes it: a name, an address, or an alias of ssh's configuration, possibly with USER@ in front
 * @param slots the number of ranks that it takes
 * @param maxSlots the most ranks that it takes when more ranks than slots are allowed
 */
record Host(String name, int slots, int maxSlots) {
    /** The host on which mpjrun runs. Its ranks are started directly, so a laptop needs no sshd. */
    static final String LOCAL = "localhost";

    private static final int MOST_SLOTS = 1 << 20;

    /** A host that takes any number of ranks when more ranks than slots are allowed. */
    Host(String name, int slots) {
        this(name, slots, Integer.MAX_VALUE);
    }

    /** The same host with another number of slots. */
    Host withSlots(int other) {
        if (other > maxSlots) {
            throw new UsageException("--map-by ppr:" + other + ":host: host " + name + " has max_slots=" + maxSlots
                + " in the hostfile");
        }
        return new Host(name, other, maxSlots);
    }

    /** The same host, with the slots of another mention of it added. */
    Host plus(Host again) {
        return new Host(name, (int) Math.min(Integer.MAX_VALUE, (long) slots + again.slots),
            (int) Math.min(Integer.MAX_VALUE, (long) maxSlots + again.maxSlots));
    }

    /** @param where the place of the user's words, for the message */
    static Host of(String name, String slots, String where) {
        // ssh would take a name that begins with a dash for an option.
        if (name.isEmpty() || name.startsWith("-") || !name.chars().allMatch(
            c -> Character.isLetterOrDigit(c) || "-_.@:%".indexOf(c) >= 0)) {
            throw new UsageException(where + ": \"" + name + "\" is not the name of a host");
        }
        try {
            int number = Integer.parseInt(slots);
            if (number >= 1 && number <= MOST_SLOTS) {
                return new Host(name, number);
            }
        } catch (NumberFormatException e) {
            throw new UsageException(where + ": the number of slots of " + name + " is \"" + slots
                + "\"; expected a whole number of at least 1");
        }
        throw new UsageException(where + ": the number of slots of " + name + " is " + slots
            + "; expected between 1 and " + MOST_SLOTS);
    }

    /** The name by which this class knows a host: this host has one name, however the user writes it. */
    static String canonical(String name) {
        return ThisHost.isNamed(name) ? LOCAL : name;
    }

    /** Whether a {@link #canonical} name is the name of this host. */
    static boolean isLocal(String name) {
        return name.equals(LOCAL);
    }
}
