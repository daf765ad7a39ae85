package mpj.runtime.names;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import mpj.runtime.wire.Message;

/** Names, their values, and who has published them. Thread-safe. */
public final class NameTable {
    /** The most names that one owner may publish. */
    static final int MOST_OF_AN_OWNER = 4_096;
    /** The most characters of all names and values together, which bounds the memory of the table. */
    static final long MOST_CHARACTERS = 8L << 20;

    private record Entry(Lease lease, String value) {
    }

    private final String remedy;
    private final Map<String, Entry> names = new TreeMap<>();
    private long characters;

    /**
     * Makes an empty table.
     *
     * @param remedy what the error says after a look-up for which there is no name
     */
    public NameTable(String remedy) {
        this.remedy = remedy;
    }

    /** The names of one owner. */
    public final class Lease implements NameKeeper {
        private final String owner;
        private final Set<String> published = new HashSet<>();
        private boolean closed;

        private Lease(String owner) {
            this.owner = owner;
        }

        @Override
        public Message ask(Message request) {
            synchronized (names) {
                return switch (request) {
                    case Message.Publish(String name, String value) -> publish(name, value);
                    case Message.LookUp(String name) -> {
                        Entry entry = names.get(name);
                        yield entry == null ? unknown(name, remedy)
                            : new Message.Value(entry.value.getBytes(StandardCharsets.UTF_8));
                    }
                    case Message.Withdraw(String name) -> withdraw(name);
                    default -> new Message.Refused("this is no request about a name");
                };
            }
        }

        private Message publish(String name, String value) {
            Entry entry = names.get(name);
            if (entry != null) {
                return new Message.Unnamed(Message.Unnamed.PUBLISHED, "the name \"" + name + "\" is published already"
                    + by(entry.lease.owner) + " choose another name, or withdraw the name there first");
            }
            String limit = closed ? owner + " has ended"
                : published.size() == MOST_OF_AN_OWNER ? owner + " has published "
                    + MOST_OF_AN_OWNER + " names, which is the limit; withdraw some"
                : characters + length(name, value) > MOST_CHARACTERS ? "the names and ports that are published have "
                    + characters + " characters, and the limit is " + MOST_CHARACTERS + "; withdraw some names"
                : null;
            if (limit != null) {
                return new Message.Unnamed(Message.Unnamed.UNREACHABLE, "the name \"" + name + "\" is not published: "
                    + limit);
            }
            published.add(name);
            characters += length(name, value);
            names.put(name, new Entry(this, value));
            return new Message.Done();
        }

        private Message withdraw(String name) {
            Entry entry = names.get(name);
            if (entry == null) {
                return unknown(name, "");
            }
            if (entry.lease != this) {
                return new Message.Unnamed(Message.Unnamed.FOREIGN, "the name \"" + name + "\" was published by "
                    + entry.lease.owner + ", who alone can withdraw the name");
            }
            forget(name);
            published.remove(name);
            return new Message.Done();
        }

        private static Message unknown(String name, String remedy) {
            return new Message.Unnamed(Message.Unnamed.UNKNOWN, "nobody has published the name \"" + name + "\""
                + remedy);
        }

        private static long length(String name, String value) {
            return (long) name.length() + value.length();
        }

        private void forget(String name) {
            characters -= length(name, names.remove(name).value);
        }

        /** Whether names of this owner are published now. */
        boolean holdsNames() {
            synchronized (names) {
                return !published.isEmpty();
            }
        }

        @Override
        public void close() {
            synchronized (names) {
                closed = true;
                published.forEach(this::forget);
                published.clear();
            }
        }
    }

    /**
     * Lets somebody publish names.
     *
     * @param owner names the owner, for people
     */
    public Lease lease(String owner) {
        return new Lease(owner);
    }

    /** The words by which an error names the owner of a name that is published already. */
    static String by(String owner) {
        return ", by " + owner + ";";
    }

    /** All names in order, with their owners. The values are secrets, and are left out. */
    List<NameAnswer.Listed> list() {
        synchronized (names) {
            List<NameAnswer.Listed> all = new ArrayList<>();
            names.forEach((name, entry) -> all.add(new NameAnswer.Listed(name, entry.lease.owner)));
            return all;
        }
    }
}
