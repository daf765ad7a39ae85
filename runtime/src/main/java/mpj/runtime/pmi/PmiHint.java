package mpj.runtime.pmi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.spawn.ForeignProgram;

/**
 * What a PMI server is told about where to start a program.
 *
 * @param key a reserved key of MPI
 * @param value its value
 */
record PmiHint(String key, String value) {

    /**
     * Returns a value of a spawn, if it can be sent. Hydra ends the whole job when it gets an empty value.
     *
     * @param unsent the characters that cannot be sent
     */
    static String checked(String value, String unsent) throws IOException {
        if (value.isEmpty() || value.chars().anyMatch(letter -> unsent.indexOf(letter) >= 0)) {
            throw new IOException("PMI cannot pass on the argument \"" + value + "\", because it "
                + (value.isEmpty() ? "is empty" : "contains a semicolon, a backslash or a line break"));
        }
        return value;
    }

    static List<PmiHint> of(ForeignProgram program) {
        List<PmiHint> hints = new ArrayList<>();
        if (program.hosts() != null) {
            hints.add(new PmiHint("host", program.hosts()));
        }
        if (program.folder() != null) {
            hints.add(new PmiHint("wdir", program.folder().toString()));
        }
        return hints;
    }
}
