package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mpj.runtime.allocation.HostNames;
import mpj.runtime.host.UsageException;

/**
 * The hosts of a job in the forms in which users write them. A line of a file has {@code name slots=4} or
 * {@code name:4}; an option has {@code name:4,name}. {@code node[01-12,20]} stands for many hosts. A host that is named
 * again gets more slots.
 */
final class HostList {
    /** These words may follow a name in any order, and either may be missing. */
    private static final Pattern SLOTS = Pattern.compile("(slots|max[_-]slots)=(\\S*)");
    private static final int MOST_HOSTS = 100_000;

    private final Map<String, Host> hosts = new LinkedHashMap<>();

    private HostList() {
    }

    /** Returns the hosts that the options name, in order; none when there is no such option. */
    static List<Host> of(CommandLine line) {
        HostList list = new HostList();
        for (String file : line.all(Option.HOSTFILE)) {
            list.addFile(Path.of(file));
        }
        for (String option : line.all(Option.HOST)) {
            for (String host : HostNames.split(option)) {
                list.addWithSlots(host, "--host " + option);
            }
        }
        return List.copyOf(list.hosts.values());
    }

    private void addFile(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new UsageException("--hostfile " + file + " cannot be read: "
                + (Files.exists(file) ? e.getMessage() : "there is no such file"));
        }
        for (int number = 1; number <= lines.size(); number++) {
            String text = lines.get(number - 1).replaceFirst("#.*", "").strip();
            if (!text.isEmpty()) {
                addLine(text, file + ", line " + number);
            }
        }
        if (hosts.isEmpty()) {
            throw new UsageException("--hostfile " + file + " names no host");
        }
    }

    private void addLine(String text, String where) {
        String[] words = text.replaceAll("\\s*=\\s*", "=").split("\\s+");
        String slots = null;
        String most = null;
        for (int i = 1; i < words.length; i++) {
            Matcher word = SLOTS.matcher(words[i]);
            if (!word.matches()) {
                throw new UsageException(where + ": \"" + text + "\" is malformed; expected HOST, HOST:4, or"
                    + " HOST slots=4 max_slots=8");
            }
            slots = word.group(1).equals("slots") ? word.group(2) : slots;
            most = word.group(1).equals("slots") ? most : word.group(2);
        }
        if (words.length == 1) {
            addWithSlots(text, where);
        } else {
            add(words[0], slots == null ? "1" : slots, most, where);
        }
    }

    /** A colon is followed by the slots. An IPv6 address has several colons and no slots. */
    private void addWithSlots(String text, String where) {
        int colon = text.lastIndexOf(':');
        if (colon < 0 || text.indexOf(':') != colon) {
            add(text, "1", null, where);
        } else {
            add(text.substring(0, colon), text.substring(colon + 1), null, where);
        }
    }

    /** @param most the text of max_slots, or null */
    private void add(String pattern, String number, String most, String where) {
        for (String name : names(pattern, where)) {
            int slots = Host.of(name, number, where).slots();
            int maxSlots = most == null ? Integer.MAX_VALUE : Host.of(name, most, where).slots();
            if (maxSlots < slots) {
                throw new UsageException(where + ": max_slots=" + most + " of " + name + " is less than its " + slots
                    + " slots");
            }
            hosts.merge(Host.canonical(name), new Host(Host.canonical(name), slots, maxSlots), Host::plus);
        }
        if (hosts.size() > MOST_HOSTS) {
            throw new UsageException(where + ": more than " + MOST_HOSTS + " hosts");
        }
    }

    private static List<String> names(String pattern, String where) {
        try {
            return HostNames.expand(pattern, MOST_HOSTS);
        } catch (IllegalArgumentException e) {
            throw new UsageException(where + ": " + e.getMessage());
        }
    }
}
