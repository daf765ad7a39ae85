package mpj.bench.compare;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The message sizes, on the command line and in the output. */
final class Sizes {
    private static final int MOST_LOG = 30;

    private Sizes() {
    }

    /** Reads a list such as {@code 0,8,1k,4m}. */
    static List<Integer> list(String list) {
        return Arrays.stream(list.split(",")).map(String::strip).map(Sizes::size).toList();
    }

    /** A size for people: 4 Mi, 64 Ki, or the number of bytes if neither unit is exact. */
    static String label(long bytes) {
        return bytes >= 1 << 20 && bytes % (1 << 20) == 0 ? (bytes >> 20) + " Mi"
            : bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + " Ki" : Long.toString(bytes);
    }

    private static int size(String text) {
        long unit = switch (text.isEmpty() ? ' ' : Character.toLowerCase(text.charAt(text.length() - 1))) {
            case 'k' -> 1 << 10;
            case 'm' -> 1 << 20;
            default -> 1;
        };
        try {
            long size = unit * Long.parseLong(unit == 1 ? text : text.substring(0, text.length() - 1));
            if (size >= 0 && size <= Integer.MAX_VALUE) {
                return (int) size;
            }
        } catch (NumberFormatException e) {
            // Everything that is not a size gets the one message below.
        }
        throw new IllegalArgumentException("size '" + text + "' is not a number of bytes from 0 to "
            + Integer.MAX_VALUE + ", with k or m after it if wanted");
    }

    /** The sizes of IMB's -msglog: 0 and the powers of two. {@code MAX} alone starts at 2^0. */
    static List<Integer> powersOfTwo(String logs) {
        String[] bounds = logs.split(":", -1);
        try {
            int least = bounds.length == 2 ? Integer.parseInt(bounds[0]) : 0;
            int most = Integer.parseInt(bounds[bounds.length - 1]);
            if (bounds.length <= 2 && least >= 0 && least <= most && most <= MOST_LOG) {
                return IntStream.concat(IntStream.of(0), IntStream.rangeClosed(least, most).map(log -> 1 << log))
                    .boxed().toList();
            }
        } catch (NumberFormatException e) {
            // Everything that is not a range gets the one message below.
        }
        throw new IllegalArgumentException("-msglog '" + logs + "' is not MIN:MAX with 0 <= MIN <= MAX <= "
            + MOST_LOG);
    }
}
