package mpj.collectives.selection;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import mpj.collectives.Collective;
import mpj.collectives.Problem;

/**
 * Chooses the algorithms of one job. The user's choice comes first ({@code mpj.coll.algorithms=bcast:pipelined:64k}),
 * then the user's table ({@code mpj.coll.table=FILE}), then a table that comes with the library. If a property asks for
 * it, the choice is logged: once for each collective and algorithm at level INFO, and otherwise at level DEBUG. Used by
 * one thread at a time.
 */
public final class Selection {
    private final SelectionTable table;
    /** Null when nothing is logged, because the first logger of a program takes 10 to 30 ms. */
    private final System.Logger logger;
    private final Map<Collective, Choice> forced = new EnumMap<>(Collective.class);
    private final Map<Collective, Set<String>> logged = new EnumMap<>(Collective.class);

    private Selection(SelectionTable table, System.Logger logger) {
        this.table = table;
        this.logger = logger;
    }

    /**
     * Makes the selection that the properties ask for.
     *
     * @param properties properties such as those of the system
     * @param bundled the tables to use if the properties name none; see {@link SelectionTable#bundled}
     * @return the selection
     * @throws IllegalArgumentException when a property names something that does not exist
     */
    public static Selection of(Properties properties, String bundled) {
        String file = properties.getProperty(CollectiveProperties.TABLE.name());
        Selection selection =
            new Selection(file == null ? SelectionTable.bundled(bundled) : SelectionTable.read(Path.of(file)),
                logger(properties.getProperty(CollectiveProperties.LOG.name())));
        String algorithms = properties.getProperty(CollectiveProperties.ALGORITHMS.name());
        if (algorithms != null) {
            try {
                for (String algorithm : algorithms.split(",", -1)) {
                    selection.force(algorithm);
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(CollectiveProperties.ALGORITHMS.name() + " is " + algorithms + ": "
                    + e.getMessage(), e);
            }
        }
        return selection;
    }

    private void force(String algorithm) {
        int colon = algorithm.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("\"" + algorithm + "\" names no algorithm; write"
                + " COLLECTIVE:ALGORITHM, such as bcast:binomial, with commas between several");
        }
        Collective collective = SelectionTable.collective(algorithm.substring(0, colon));
        if (forced.put(collective, Choice.parse(collective, algorithm.substring(colon + 1))) != null) {
            throw new IllegalArgumentException("it names two algorithms for " + collective.label());
        }
    }

    private static System.Logger logger(String asked) {
        return asked != null && CollectiveProperties.LOG.parse(asked) ? System.getLogger("mpj.collectives") : null;
    }

    /**
     * Chooses an algorithm for a problem.
     *
     * @param collective the collective
     * @param problem the problem as any rank sees it
     * @param bytes the size that determines the choice, or {@link Long#MAX_VALUE} if not all ranks know it
     * @return the choice; if the algorithm that the user names cannot carry out the problem, the table's choice
     */
    public Choice choose(Collective collective, Problem problem, long bytes) {
        Choice wanted = forced.get(collective);
        Choice choice = wanted == null ? null : wanted.fitting(collective, problem);
        if (choice == null) {
            choice = table.choose(collective, problem, bytes);
        }
        if (logger != null) {
            log(collective, choice, problem);
        }
        return choice;
    }

    private void log(Collective collective, Choice choice, Problem problem) {
        boolean isNew = logged.computeIfAbsent(collective, _ -> new HashSet<>()).add(choice.toString());
        logger.log(isNew ? System.Logger.Level.INFO : System.Logger.Level.DEBUG,
            "{0} of {1} ranks and {2} bytes: {3}", collective.label(), problem.size(), problem.bytes(), choice);
    }
}
