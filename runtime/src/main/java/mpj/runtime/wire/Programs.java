package mpj.runtime.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Tells which of a job's programs each rank runs (MPMD in the MPI standard). The launcher sends this to the ranks. The
 * ranks of a program follow the ranks of the program before it.
 *
 * @param parts one for each program; none when the job has only one program
 */
public record Programs(List<Part> parts) {
    /**
     * The environment variable: RANKS/WORDS for each program, separated by commas. It is not set when there is one
     * program.
     */
    public static final String VARIABLE = "MPJ_PROGRAMS";

    /**
     * One of the programs.
     *
     * @param ranks the number of ranks that run the program
     * @param words the number of words of its main class and arguments, for a command line that has the words of all
     *     programs
     */
    public record Part(int ranks, int words) {
    }

    /**
     * Reads the variable.
     *
     * @throws IllegalArgumentException when the variable is malformed; the message names the variable and its value
     */
    public static Programs read(Map<String, String> environment) {
        String text = environment.getOrDefault(VARIABLE, "");
        List<Part> parts = new ArrayList<>();
        for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            if (!part.matches("\\d{1,9}/\\d{1,9}")) {
                throw new IllegalArgumentException(VARIABLE + "=" + text
                    + " is malformed: expected RANKS/WORDS for each program, with commas between them");
            }
            int slash = part.indexOf('/');
            parts.add(new Part(Integer.parseInt(part.substring(0, slash)),
                Integer.parseInt(part.substring(slash + 1))));
        }
        return new Programs(List.copyOf(parts));
    }

    /** Writes the variable, if there are several programs. */
    public void write(Map<String, String> environment) {
        if (parts.size() > 1) {
            StringBuilder text = new StringBuilder();
            for (Part part : parts) {
                text.append(text.isEmpty() ? "" : ",").append(part.ranks).append('/').append(part.words);
            }
            environment.put(VARIABLE, text.toString());
        }
    }

    /** The number of the rank's program, from 0 on (MPI_APPNUM). */
    public int of(int rank) {
        int end = 0;
        for (int number = 0; number < parts.size(); number++) {
            end += parts.get(number).ranks;
            if (rank < end) {
                return number;
            }
        }
        return 0;
    }

    /** Returns the words of a rank's program, out of the words of all programs. */
    public String[] words(int rank, String[] all) {
        if (parts.isEmpty()) {
            return all;
        }
        int number = of(rank);
        int from = parts.subList(0, number).stream().mapToInt(Part::words).sum();
        return Arrays.copyOfRange(all, from, from + parts.get(number).words);
    }
}
