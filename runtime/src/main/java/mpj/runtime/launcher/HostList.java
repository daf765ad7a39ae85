package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mpj.runtime.allocation.HostNames;

/**
 * The hosts of a job as users write them: {@code name slots=4} or {@code name:4} on a line of a file, or
 * {@code name:4,name} as an option; {@code node[01-12,20]} stands for many. A host that is named again gets more slots.
 */
final class HostList {
    private static final String SLOTS = "slots=";
    private static final int MOST_HOSTS = 100_000;

    private final Map<String, Integer> slots = new LinkedHashMap<>();

    private HostList() {
    }

    /** The hosts that the options name, in order; none when there is no such option. */
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
        List<Host> hosts = new ArrayList<>();
        list.slots.forEach((name, number) -> hosts.add(new Host(name, number)));
        return hosts;
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
        if (slots.isEmpty()) {
            throw new UsageException("--hostfile " + file + " names no host");
        }
    }

    private void addLine(String text, String where) {
        String[] words = text.split("\\s+");
        if (words.length == 1) {
            addWithSlots(text, where);
        } else if (words.length == 2 && words[1].startsWith(SLOTS)) {
            add(words[0], words[1].substring(SLOTS.length()), where);
        } else {
            throw new UsageException(where + ": \"" + text + "\" is malformed; expected HOST, HOST:4 or HOST slots=4");
        }
    }

    /** A colon is followed by the slots; an IPv6 address has several, and then none. */
    private void addWithSlots(String text, String where) {
        int colon = text.lastIndexOf(':');
        if (colon < 0 || text.indexOf(':') != colon) {
            add(text, "1", where);
        } else {
            add(text.substring(0, colon), text.substring(colon + 1), where);
        }
    }

    private void add(String pattern, String number, String where) {
        for (String name : names(pattern, where)) {
            Host host = Host.of(name, number, where);
            slots.merge(Host.canonical(name), host.slots(), Integer::sum);
        }
        if (slots.size() > MOST_HOSTS) {
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
