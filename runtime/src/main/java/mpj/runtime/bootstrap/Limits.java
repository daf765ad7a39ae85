package mpj.runtime.bootstrap;

import mpj.runtime.wire.Message;

/** The limits that every bootstrap sets for its arguments. */
final class Limits {
    private Limits() {
    }

    static void check(String key, byte[] value) {
        checkKey(key);
        if (value.length > Message.MAX_VALUE) {
            throw new BootstrapException("the value of key \"" + key + "\" has " + value.length
                + " bytes; the limit is " + Message.MAX_VALUE);
        }
    }

    static void checkKey(String key) {
        if (key.isEmpty() || key.length() > Message.MAX_KEY) {
            throw new BootstrapException("key \"" + key + "\" has " + key.length()
                + " characters; it must have between 1 and " + Message.MAX_KEY);
        }
    }

    static void checkText(String what, String text, int least, int most) {
        if (text.length() < least || text.length() > most) {
            throw new BootstrapException("the " + what + " has " + text.length() + " characters; it must have between "
                + least + " and " + most);
        }
    }

    static void checkRank(int rank, int size) {
        if (rank < 0 || rank >= size) {
            throw new BootstrapException("rank " + rank + " is not in a job of " + size + " (0 to " + (size - 1) + ")");
        }
    }
}
