package mpj.bench.compare;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Gives the sides labels by which a reader can tell them apart. Sides with the same label also get the settings in
 * which they differ.
 */
final class Labels {
    private Labels() {
    }

    /** The same sides in the same order, each with a label of its own. */
    static List<Peer> distinct(List<Peer> peers) {
        List<Peer> named = new ArrayList<>();
        Set<String> labels = new HashSet<>();
        for (Peer peer : peers) {
            String label = described(peer, peers.stream().filter(each -> each.label().equals(peer.label())).toList());
            String distinct = label;
            for (int copy = 2; !labels.add(distinct); copy++) {
                distinct = label + " (" + copy + ")";
            }
            named.add(peer.named(distinct));
        }
        return named;
    }

    /** The label of a side, with those of its settings that not all sides of this label have. */
    private static String described(Peer peer, List<Peer> namesakes) {
        List<String> own = new ArrayList<>(peer.settings());
        own.removeIf(setting -> namesakes.stream().allMatch(each -> each.settings().contains(setting)));
        return own.isEmpty() ? peer.label() : peer.label() + " " + String.join(" ", own);
    }
}
