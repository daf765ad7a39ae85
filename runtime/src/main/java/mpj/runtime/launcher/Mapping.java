package mpj.runtime.launcher;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mpj.runtime.host.UsageException;

/**
 * How {@code --map-by} maps ranks to hosts.
 *
 * @param order the order in which ranks take the slots of hosts
 * @param perHost the number of ranks on each host, whatever its slots; 0 where the slots decide
 * @param cores the number of cores that each rank is bound to; 0 where the user did not say
 */
record Mapping(Order order, int perHost, int cores) {
    /** Fills a host before the next one. */
    static final Mapping BY_SLOT = new Mapping(Order.SLOT, 0, 0);

    private static final Pattern FORM =
        Pattern.compile("(?i)(?:(slot|node|core)|ppr:(\\d{1,6}):(?:host|node))(?::pe=(\\d{1,6}))?");

    /** The order in which ranks take the slots of hosts. */
    enum Order {
        /** All slots of a host, then the slots of the next. */
        SLOT,
        /** One slot on each host in turn. */
        NODE,
        /** As {@link #SLOT}, with each rank on a core of its own. */
        CORE
    }

    /** @param text the user's words; null for the default */
    static Mapping of(String text) {
        if (text == null) {
            return BY_SLOT;
        }
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new UsageException("--map-by " + text + ": expected slot, node, core or ppr:N:host, for N ranks on"
                + " each host, and then :pe=N if each rank is to have N cores");
        }
        Mapping mapping = new Mapping(
            form.group(1) == null ? Order.SLOT : Order.valueOf(form.group(1).toUpperCase(Locale.ROOT)),
            form.group(2) == null ? 0 : Integer.parseInt(form.group(2)),
            form.group(3) == null ? 0 : Integer.parseInt(form.group(3)));
        if (form.group(2) != null && mapping.perHost == 0 || form.group(3) != null && mapping.cores == 0) {
            throw new UsageException("--map-by " + text + ": the number must be at least 1");
        }
        return mapping;
    }

    /** The hosts with the number of slots that this mapping gives them. */
    List<Host> hosts(List<Host> named) {
        return perHost == 0 ? named : named.stream().map(host -> host.withSlots(perHost)).toList();
    }

    /** The same mapping for ranks that are not bound to cores. */
    Mapping unbound() {
        return new Mapping(order == Order.CORE ? Order.SLOT : order, perHost, 0);
    }

    /** Whether each rank gets a core, or several, of its own. */
    boolean bindsToCores() {
        return order == Order.CORE || cores > 0;
    }
}
