package mpj.runtime.launcher;

import mpj.bindings.ThisHost;
import mpj.runtime.host.UsageException;

/**
 * A host that a job may use.
 *
 * @param name as ssh takes it: a name, an address, or an alias of ssh's configuration, possibly with USER@ ahead
 * @param slots how many ranks it takes
 * @param maxSlots how many it takes at most, where more than its slots are allowed
 */
record Host(String name, int slots, int maxSlots) {
    /** The host on which mpjrun itself runs: its ranks are started directly, so that a laptop needs no sshd. */
    static final String LOCAL = "localhost";

    private static final int MOST_SLOTS = 1 << 20;

    /** One that takes any number of ranks, where more than its slots are allowed. */
    Host(String name, int slots) {
        this(name, slots, Integer.MAX_VALUE);
    }

    /** The same, with another number of slots. */
    Host withSlots(int other) {
        if (other > maxSlots) {
            throw new UsageException("--map-by ppr:" + other + ":host: host " + name + " has max_slots=" + maxSlots
                + " in the hostfile");
        }
        return new Host(name, other, maxSlots);
    }

    /** The same, with as many slots more as another mention of it has. */
    Host plus(Host again) {
        return new Host(name, slots + again.slots,
            (int) Math.min(Integer.MAX_VALUE, (long) maxSlots + again.maxSlots));
    }

    /** @param where what the user wrote, for the message */
    static Host of(String name, String slots, String where) {
        // A name that begins with a dash would be an option of ssh.
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

    /** The name by which a host is known here: one name for this host, whatever the user calls it. */
    static String canonical(String name) {
        return ThisHost.isNamed(name) ? LOCAL : name;
    }

    /** Whether a name that is {@link #canonical} is this host's. */
    static boolean isLocal(String name) {
        return name.equals(LOCAL);
    }
}
