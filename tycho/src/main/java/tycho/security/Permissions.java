package tycho.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tycho.registry.Entry;
import tycho.registry.TopicPattern;

/** Who may send and receive which topics, as a file says. What no line permits is forbidden. Immutable. */
public final class Permissions {
    private static final String PUBLISH = "publish";
    private static final String SUBSCRIBE = "subscribe";

    /** A line: who may do what with which topics. */
    private record Permit(boolean publish, TopicPattern topics, List<String> identities) {
        boolean permits(boolean sending, TopicPattern wanted, String owner) {
            return publish == sending && topics.covers(wanted) && identities.stream().anyMatch(each -> is(each, owner));
        }

        private static boolean is(String identity, String owner) {
            return identity.equals("*") || identity.equals(owner)
                || identity.startsWith("*@") && owner.endsWith(identity.substring(1));
        }
    }

    private final List<Permit> permits;

    private Permissions(List<Permit> permits) {
        this.permits = List.copyOf(permits);
    }

    /** All with a certificate of a trusted authority may send and receive everything. */
    public static Permissions all() {
        TopicPattern every = TopicPattern.parse("**");
        return new Permissions(List.of(new Permit(true, every, List.of("*")), new Permit(false, every, List.of("*"))));
    }

    /**
     * Reads permissions. Each line has {@code publish} or {@code subscribe}, a pattern of topics, and identities:
     * {@code alice@site}, {@code *@site} or {@code *}. {@code #} begins a comment.
     */
    public static Permissions read(Path file) throws IOException {
        List<Permit> permits = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            List<String> words = List.of(line.replaceFirst("#.*", "").strip().split("\\s+"));
            if (words.equals(List.of(""))) {
                continue;
            }
            boolean publish = words.getFirst().equals(PUBLISH);
            if (words.size() < 3 || !publish && !words.getFirst().equals(SUBSCRIBE)) {
                throw new IOException(file + ", line " + number + ": '" + line.strip() + "' is not a permission; write"
                    + " publish or subscribe, a pattern of topics, and one or more of NAME@SITE, *@SITE and *");
            }
            try {
                permits.add(new Permit(publish, TopicPattern.parse(words.get(1)), words.subList(2, words.size())));
            } catch (IllegalArgumentException e) {
                throw new IOException(file + ", line " + number + ": " + e.getMessage(), e);
            }
        }
        return new Permissions(permits);
    }

    /**
     * Checks all topics of an entry.
     *
     * @return why the entry's owner may not have them, or null if the owner may
     */
    public String refusal(Entry entry) {
        String refusal = refusal(true, entry.publishes(), entry.owner());
        return refusal != null ? refusal : refusal(false, entry.subscribes(), entry.owner());
    }

    private String refusal(boolean publish, List<TopicPattern> topics, String owner) {
        for (TopicPattern topic : topics) {
            if (permits.stream().noneMatch(permit -> permit.permits(publish, topic, owner))) {
                return owner + " may not " + (publish ? PUBLISH : SUBSCRIBE) + " '" + topic + "'; a line '"
                    + (publish ? PUBLISH : SUBSCRIBE) + " " + topic + " " + owner + "' in the mediator's file of"
                    + " permissions would permit that";
            }
        }
        return null;
    }
}
