package mpj.engine.packet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import mpj.engine.MissingArtifact;
import mpj.engine.OneVersion;
import mpj.transport.spi.Job;
import mpj.transport.spi.Reach;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import mpj.transport.spi.TransportProvider;

/**
 * The transports that a job uses. The user may name them. With {@code auto}, they are the best of the installed ones.
 */
public final class TransportChoice {
    private static final String AUTO = "auto";
    private static final String LIBRARY = "mpi";
    /**
     * The order of the choice. It is written out because every start comes here, and the combinations of {@link
     * Comparator} take 5 ms to link.
     */
    static final Comparator<TransportProvider> NEAREST_AND_BEST_FIRST = new Comparator<>() {
        @Override
        public int compare(TransportProvider one, TransportProvider other) {
            int reach = one.reach().compareTo(other.reach());
            int preference = reach != 0 ? reach : Integer.compare(other.preference(), one.preference());
            return preference != 0 ? preference : one.name().compareTo(other.name());
        }
    };

    /** A transport that is in use. */
    record Opened(String name, Reach reach, Transport transport) {
    }

    /**
     * A transport that cannot be used here.
     *
     * @param failure why it could not be opened; null if that was not tried
     */
    private record Refused(String reason, TransportException failure) {
        TransportException asException() {
            return failure == null ? new TransportException(reason) : failure;
        }
    }

    private record Wanted(TransportProvider provider, String argument) {
        Opened open(Job job) {
            return new Opened(provider.name(), provider.reach(), provider.open(job, argument));
        }
    }

    private final List<Wanted> wanted;
    private final boolean auto;

    private TransportChoice(List<Wanted> wanted, boolean auto) {
        this.wanted = wanted;
        this.auto = auto;
    }

    /**
     * The choice among these transports. This is a loop because every start comes here, and the first stream of a JVM
     * takes a millisecond.
     */
    public static TransportChoice of(List<TransportProvider> providers, boolean auto) {
        List<Wanted> wanted = new ArrayList<>();
        for (TransportProvider provider : providers) {
            wanted.add(new Wanted(provider, ""));
        }
        return new TransportChoice(wanted, auto);
    }

    /** The choice of one transport. */
    public static TransportChoice of(TransportProvider provider) {
        return of(List.of(provider), false);
    }

    /**
     * Whether the user asks for a C library of MPI, which carries the messages of the whole job.
     *
     * @param value the value of {@code mpj.transport}
     */
    public static boolean isLibrary(String value) {
        return LIBRARY.equals(value);
    }

    /**
     * Finds the transports that the user asks for.
     *
     * @param value the value of {@code mpj.transport}: names with commas between them, in the order of preference. A
     *     name may have an argument, after a colon. {@code auto} and null leave the choice to the library
     * @throws TransportException when there is no such transport, or no transport at all. The message lists the
     *     transports that there are, and names the artifact that is missing
     */
    public static TransportChoice of(String value) {
        List<TransportProvider> known = new ArrayList<>();
        for (TransportProvider each : InstalledTransports.find()) {
            OneVersion.checkTransport(each);
            known.add(each);
        }
        if (known.isEmpty()) {
            throw MissingArtifact.ofAll();
        }
        known.sort(NEAREST_AND_BEST_FIRST);
        if (value == null || value.equals(AUTO)) {
            return of(known, true);
        }
        return new TransportChoice(List.of(value.split(",")).stream().map(text -> {
            String[] parts = text.strip().split(":", 2);
            return known.stream().filter(provider -> provider.name().equals(parts[0])).findFirst()
                .map(provider -> new Wanted(provider, parts.length > 1 ? parts[1] : ""))
                .orElseThrow(() -> unknown(value, parts[0], known));
        }).toList(), false);
    }

    private static TransportException unknown(String value, String name, List<TransportProvider> known) {
        StringJoiner names = new StringJoiner(", ");
        known.forEach(provider -> names.add(provider.name()));
        return new TransportException("-Dmpj.transport=" + value + ": there is no transport " + name
            + "; known are auto, " + names + MissingArtifact.of(name));
    }

    /** Whether the user leaves the choice to the library. */
    boolean isAuto() {
        return auto;
    }

    /**
     * Opens the transports, in the order of preference. If the user names transports, this method opens all of them,
     * except that a rank without others in its JVM goes on without a transport between such ranks. If the user names
     * none, it opens the nearest transport that can be opened and, if that one does not reach every rank, the next ones
     * up to the best network.
     *
     * @param joined whether the ranks of another job, which are in other processes and perhaps on other hosts, have
     *     spawned this job and wait for it, or may join it later
     */
    List<Opened> open(Job job, boolean joined) {
        if (!auto) {
            return wanted.stream().filter(choice -> !leadsNowhere(choice, job)).map(choice -> choice.open(job))
                .toList();
        }
        List<Opened> opened = new ArrayList<>();
        List<Refused> refused = new ArrayList<>();
        for (Wanted choice : wanted) {
            if (joined && choice.provider.reach() == Reach.PROCESS && job.processSize() == 1) {
                continue;
            }
            tryToOpen(choice, job, opened, refused);
            if (!opened.isEmpty() && isEnough(opened.getLast().reach(), job, joined)) {
                return opened;
            }
        }
        if (opened.isEmpty()) {
            TransportException none = new TransportException("no transport can be used here"
                + (refused.isEmpty() ? "" : ": " + refused.getFirst().reason));
            refused.forEach(each -> none.addSuppressed(each.asException()));
            throw none;
        }
        return opened;
    }

    /** Where a number of ranks share each JVM, the last rank of a host may be alone in its JVM. */
    private boolean leadsNowhere(Wanted choice, Job job) {
        return wanted.size() > 1 && choice.provider.reach() == Reach.PROCESS && job.processSize() == 1;
    }

    private static boolean isEnough(Reach reach, Job job, boolean joined) {
        boolean onOneHost = job.localSize() == job.size() && !joined;
        return switch (reach) {
            // A rank that is alone in its process would reach no rank of a job that it spawns.
            case PROCESS -> onOneHost && job.processSize() > 1 && job.processSize() == job.size();
            case HOST -> onOneHost;
            case NETWORK -> true;
        };
    }

    /**
     * Opens the best network that comes after all open transports in the order of preference; null if none can be
     * opened.
     */
    Opened openNext(Job job, List<Opened> open) {
        List<Opened> opened = new ArrayList<>();
        int after = -1;
        for (int i = 0; i < wanted.size(); i++) {
            String name = wanted.get(i).provider.name();
            if (open.stream().anyMatch(each -> each.name().equals(name))) {
                after = i;
            }
        }
        for (int i = after + 1; i < wanted.size() && opened.isEmpty(); i++) {
            if (wanted.get(i).provider.reach() == Reach.NETWORK) {
                tryToOpen(wanted.get(i), job, opened, new ArrayList<>());
            }
        }
        return opened.isEmpty() ? null : opened.getFirst();
    }

    private static void tryToOpen(Wanted choice, Job job, List<Opened> opened, List<Refused> refused) {
        String obstacle = choice.provider.obstacle(job);
        if (obstacle != null) {
            refused.add(new Refused(obstacle, null));
            return;
        }
        try {
            opened.add(choice.open(job));
        } catch (TransportException e) {
            refused.add(new Refused(e.getMessage(), e));
        }
    }
}
