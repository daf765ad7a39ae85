package mpj.engine.packet;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.transport.spi.Job;
import mpj.transport.spi.Reach;

/**
 * Lets the ranks of a job on several hosts agree on one network, if the user leaves the choice to them: the best
 * network that every rank can open. Every open network is polled, so a network that nobody uses would slow down every
 * message.
 *
 * <p>Each rank opens its best network and publishes that network's name. Rank 0 looks at all names and publishes its
 * verdict. If all ranks have one network in common, they close the others. If not, each rank opens its next best
 * network, and they try again. When no rank has a further network to open, all networks stay open, and each pair of
 * ranks uses the best network that both have. If all hosts are equal, this takes one round: two fences, and one
 * question from each rank to the launcher.
 */
final class CommonNetwork {
    private static final String NAMES = "networks.";
    private static final String VERDICT = "network.";
    private static final String OPEN_MORE = "more";
    private static final String NONE = "none";
    private static final String UNIVERSAL = "use ";
    /** Follows the names of a rank that may have further networks to open. */
    private static final String AND_MORE = "...";

    private final Bootstrap bootstrap;
    private final TransportChoice choice;
    private final Job job;

    CommonNetwork(Bootstrap bootstrap, TransportChoice choice, Job job) {
        this.bootstrap = bootstrap;
        this.choice = choice;
        this.job = job;
    }

    /**
     * Returns the transports to use. They are chosen from those that are open already and those that this method opens.
     */
    List<TransportChoice.Opened> agree(List<TransportChoice.Opened> nearestAndBest) {
        List<TransportChoice.Opened> opened = new ArrayList<>(nearestAndBest);
        boolean mayOpenMore = true;
        for (int round = 0;; round++) {
            put(NAMES + round, names(opened, mayOpenMore));
            bootstrap.fence();
            if (job.rank() == 0) {
                put(VERDICT + round, verdict(round));
            }
            bootstrap.fence();
            String verdict = get(0, VERDICT + round);
            if (verdict.startsWith(UNIVERSAL)) {
                return without(opened, verdict.substring(UNIVERSAL.length()));
            }
            if (!verdict.equals(OPEN_MORE)) {
                return opened;
            }
            TransportChoice.Opened next = mayOpenMore ? choice.openNext(job, opened) : null;
            mayOpenMore = next != null;
            if (next != null) {
                opened.add(next);
            }
        }
    }

    private static String names(List<TransportChoice.Opened> opened, boolean mayOpenMore) {
        List<String> names = new ArrayList<>();
        opened.stream().filter(CommonNetwork::isNetwork).forEach(each -> names.add(each.name()));
        if (mayOpenMore) {
            names.add(AND_MORE);
        }
        return String.join(",", names);
    }

    private static boolean isNetwork(TransportChoice.Opened opened) {
        return opened.reach() == Reach.NETWORK;
    }

    private String verdict(int round) {
        Set<String> common = null;
        boolean more = false;
        for (int rank = 0; rank < job.size(); rank++) {
            Set<String> names = new LinkedHashSet<>(List.of(get(rank, NAMES + round).split(",")));
            more |= names.remove(AND_MORE);
            if (common == null) {
                common = names;
            } else {
                common.retainAll(names);
            }
        }
        common.remove("");
        return !common.isEmpty() ? UNIVERSAL + common.iterator().next() : more ? OPEN_MORE : NONE;
    }

    private static List<TransportChoice.Opened> without(List<TransportChoice.Opened> opened, String network) {
        opened.stream().filter(each -> isNetwork(each) && !each.name().equals(network))
            .forEach(each -> each.transport().close());
        return opened.stream().filter(each -> !isNetwork(each) || each.name().equals(network)).toList();
    }

    private void put(String key, String value) {
        bootstrap.put(key, value.getBytes(StandardCharsets.UTF_8));
    }

    private String get(int rank, String key) {
        return new String(bootstrap.get(rank, key), StandardCharsets.UTF_8);
    }
}
