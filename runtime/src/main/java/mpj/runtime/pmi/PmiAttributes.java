package mpj.runtime.pmi;

import java.net.ProtocolException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A message of a PMI server: the command and its attributes, by name.
 *
 * @param values by name; the command's name is {@code cmd}
 */
record PmiAttributes(Map<String, String> values) {
    private static final String COMMAND = "cmd";

    /**
     * Reads a message of PMI-1, whose attributes are separated by spaces. A word without an equals sign belongs to the
     * value before it, as in a msg.
     */
    static PmiAttributes ofLine(String line) {
        Map<String, String> values = new LinkedHashMap<>();
        String last = null;
        for (String word : line.strip().split(" +")) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                last = word.substring(0, equals);
                values.put(last, word.substring(equals + 1));
            } else if (last != null) {
                values.merge(last, word, (before, more) -> before + " " + more);
            }
        }
        return new PmiAttributes(values);
    }

    /**
     * Reads a message of PMI-2, in which a semicolon ends each attribute. A semicolon within a value is written twice.
     */
    static PmiAttributes ofFrame(String frame) {
        Map<String, String> values = new LinkedHashMap<>();
        int next = 0;
        while (next < frame.length()) {
            StringBuilder attribute = new StringBuilder();
            while (next < frame.length()) {
                char character = frame.charAt(next++);
                if (character == ';') {
                    if (next == frame.length() || frame.charAt(next) != ';') {
                        break;
                    }
                    next++;
                }
                attribute.append(character);
            }
            int equals = attribute.indexOf("=");
            if (equals > 0) {
                values.put(attribute.substring(0, equals), attribute.substring(equals + 1));
            }
        }
        return new PmiAttributes(values);
    }

    /** Returns this message if it has the expected command. Servers may write the command in capitals. */
    PmiAttributes expect(String command) throws ProtocolException {
        if (!command.equalsIgnoreCase(get(COMMAND))) {
            throw new ProtocolException("the PMI server sent \"" + this + "\" where " + command + " belongs");
        }
        return this;
    }

    /** The value of a name, or null. */
    String get(String name) {
        return values.get(name);
    }

    String text(String name) throws ProtocolException {
        String value = get(name);
        if (value == null) {
            throw new ProtocolException("the PMI server's answer has no " + name + ": " + this);
        }
        return value;
    }

    int number(String name) throws ProtocolException {
        String value = text(name);
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new ProtocolException("the PMI server's answer has " + name + "=" + value + ", which is no number");
        }
    }

    /** Reads a number of ranks, which servers leave out, or write as -1, if they do not know it. */
    static OptionalInt size(String value) {
        return value != null && value.matches("[1-9]\\d{0,8}") ? OptionalInt.of(Integer.parseInt(value))
            : OptionalInt.empty();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
