package tycho.frame;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import tycho.registry.Entry;
import tycho.registry.Query;
import tycho.wire.Packet;

/** A message between a client and its mediator. A client numbers its questions; the answer has the same number. */
public sealed interface Frame {
    /** The version of all frames. Client and mediator must have the same. */
    int VERSION = 3;

    /** Opens a session. The clock is in milliseconds since 1970. */
    record Hello(int version, UUID client, long clock) implements Frame {
    }

    /** The session is open. */
    record Welcome(String owner, String site, UUID mediator, int longestMessage) implements Frame {
    }

    /** The session is refused. */
    record Refused(String reason) implements Frame {
    }

    /** Registers an entry, or says anew what it is. */
    record Register(long question, Entry entry, long version) implements Frame {
    }

    /** Renews the leases of entries, to new versions. */
    record Renew(Map<UUID, Long> versions) implements Frame {
    }

    /** The mediator does not know an entry that was to be renewed. */
    record Unregistered(UUID entry) implements Frame {
    }

    /** Withdraws an entry. */
    record Withdraw(long question, UUID entry, long version) implements Frame {
    }

    /** Asks for entries. */
    record Lookup(long question, Query query, int limit) implements Frame {
    }

    /** Asks for entries now and for all that happens to such entries later. */
    record Watch(long watch, Query query) implements Frame {
    }

    /** Ends a watch. */
    record Unwatch(long watch) implements Frame {
    }

    /** The question is answered: the entries are registered or withdrawn. */
    record Done(long question) implements Frame {
    }

    /** The question is refused. */
    record Failed(long question, String reason) implements Frame {
    }

    /** The answer to a lookup. */
    record Found(long question, List<Entry> entries) implements Frame {
    }

    /** Something happened to an entry; the numbers of the news are those of {@code News}. */
    record Happened(long watch, int news, Entry entry) implements Frame {
    }

    /**
     * More entries were there when the watch began. The client answers with the same frame when it has taken what came
     * before, and the mediator then sends more.
     */
    record More(long watch) implements Frame {
    }

    /** All entries that were there when the watch began have been sent. */
    record Settled(long watch) implements Frame {
    }

    /** How many messages the client has published since it said so last, by topic. */
    record Published(Map<String, Long> messages) implements Frame {
    }

    /** A packet for another client, or from another client. */
    record Relay(UUID peer, Packet packet) implements Frame {
    }
}
