package mpj.engine.match;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Messages by the number that their sender has given them, or reads by a number of their own. Unlike in a map of {@code
 * Long}s, an entry makes no object. This is an open hash with linear probing (Knuth, The Art of Computer Programming,
 * section 6.4). Numbers mostly follow one another, and multiplying them by the golden ratio spreads them evenly.
 * Without that, they would lie side by side in one long run, and removing the first of them would move all the others.
 */
public final class ByNumber<T> {
    private static final int FEWEST = 2;
    /** 2 to the power of 64, divided by the golden ratio. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long[] numbers = new long[FEWEST];
    /** Null in a free place. At most half of the places are taken, so every search ends. */
    private Object[] messages = new Object[FEWEST];
    private int size;

    /** The message with this number, or null. */
    public T get(long number) {
        return at(find(number));
    }

    /** Adds a message, or replaces the one with this number. */
    public void put(long number, T message) {
        int place = find(number);
        if (messages[place] == null && 2 * ++size > messages.length) {
            grow();
            place = find(number);
        }
        numbers[place] = number;
        messages[place] = message;
    }

    /** Removes the message with this number, if it is there. */
    public void remove(long number) {
        int gap = find(number);
        if (messages[gap] == null) {
            return;
        }
        size--;
        // A message that stands behind the gap because its own place was taken moves up, since a search ends at the
        // first gap.
        for (int place = next(gap); messages[place] != null; place = next(place)) {
            if (distance(home(numbers[place]), place) >= distance(gap, place)) {
                numbers[gap] = numbers[place];
                messages[gap] = messages[place];
                gap = place;
            }
        }
        messages[gap] = null;
    }

    public void clear() {
        Arrays.fill(messages, null);
        size = 0;
    }

    /** Calls the action with each message, in no particular order. No message may be added or removed meanwhile. */
    public void forEach(Consumer<? super T> action) {
        for (int place = 0; place < messages.length; place++) {
            if (messages[place] != null) {
                action.accept(at(place));
            }
        }
    }

    /** Where the message with this number is, or where it would be put. */
    private int find(long number) {
        int place = home(number);
        while (messages[place] != null && numbers[place] != number) {
            place = next(place);
        }
        return place;
    }

    private int home(long number) {
        return (int) (number * GOLDEN >>> Integer.numberOfLeadingZeros(messages.length) + Integer.SIZE + 1);
    }

    private int next(int place) {
        return place + 1 & messages.length - 1;
    }

    /** How many places further on a place is, counted around the end. */
    private int distance(int from, int to) {
        return to - from & messages.length - 1;
    }

    @SuppressWarnings("unchecked") // put takes only these
    private T at(int place) {
        return (T) messages[place];
    }

    private void grow() {
        long[] oldNumbers = numbers;
        Object[] oldMessages = messages;
        numbers = new long[2 * oldNumbers.length];
        messages = new Object[numbers.length];
        for (int i = 0; i < oldNumbers.length; i++) {
            if (oldMessages[i] != null) {
                int place = find(oldNumbers[i]);
                numbers[place] = oldNumbers[i];
                messages[place] = oldMessages[i];
            }
        }
    }
}
