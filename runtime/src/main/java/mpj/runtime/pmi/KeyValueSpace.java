package mpj.runtime.pmi;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * Stores bytes under the keys of a rank, in the space of a PMI server, which takes only short texts. A value is written
 * in base64 without padding, because PMI leaves those letters alone, and is cut into parts. The entry
 * {@code mpj-RANK-KEY-0} has the number of parts, a dot and the first part. The other parts follow under {@code -1},
 * {@code -2} and so on. A key that is too long, or has other letters, is replaced by its hash.
 */
public final class KeyValueSpace {
    private static final int HASH_LETTERS = 27;
    /** Room for the number of parts and the dot. */
    private static final int COUNT_LETTERS = 8;

    private final PmiSession session;
    private final int partLetters;

    /** Uses the space of a session. */
    public KeyValueSpace(PmiSession session) {
        this.session = session;
        this.partLetters = session.longestValue() - COUNT_LETTERS;
    }

    /** Publishes a value of this rank at the next fence. */
    public void put(String key, byte[] value) throws IOException {
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(value);
        int parts = Math.max(1, Math.ceilDiv(text.length(), partLetters));
        for (int part = 0; part < parts; part++) {
            String letters = text.substring(part * partLetters, Math.min(text.length(), (part + 1) * partLetters));
            session.put(name(session.rank(), key, part), part == 0 ? parts + "." + letters : letters);
        }
    }

    /** Returns the value that a rank published before the last fence, or null. */
    public byte[] get(int rank, String key) throws IOException {
        String first = session.get(name(rank, key, 0));
        if (first == null) {
            return null;
        }
        int dot = first.indexOf('.');
        try {
            int parts = Integer.parseInt(first.substring(0, dot));
            StringBuilder text = new StringBuilder(first.substring(dot + 1));
            for (int part = 1; part < parts; part++) {
                text.append(session.get(name(rank, key, part)));
            }
            return Base64.getUrlDecoder().decode(text.toString());
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new ProtocolException("the PMI server returned garbage for \"" + key + "\" of rank " + rank);
        }
    }

    private String name(int rank, String key, int part) {
        String name = "mpj-" + rank + "-" + key + "-" + part;
        boolean plain = key.chars().allMatch(letter -> letter == '.' || letter == '_'
            || letter < 128 && Character.isLetterOrDigit(letter));
        return plain && name.length() <= session.longestKey() ? name : "mpj-" + rank + "-" + hash(key) + "-" + part;
    }

    private static String hash(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            // The "~" makes the hash different from every plain key.
            return "~" + Base64.getUrlEncoder().encodeToString(hash).substring(0, HASH_LETTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
