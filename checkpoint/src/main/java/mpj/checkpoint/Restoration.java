package mpj.checkpoint;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import mpi.Intracomm;

/** Restores the newest version that is complete. All ranks of a communicator do this together. */
final class Restoration {
    private static final System.Logger LOG = System.getLogger(Restoration.class.getPackageName());

    private final Intracomm comm;
    private final State state;
    private final Source source;
    private final Round.Memory rounds;
    private final List<String> passedOver = new ArrayList<>();
    /** What keeps ranks from reading files that may be good. */
    private final List<String> unreadable = new ArrayList<>();
    /** For each version, newest first: for each part, the ranks that see it. */
    private final Map<Version, Map<Integer, List<Integer>>> versions =
        new TreeMap<>(Comparator.comparing(Version::number).thenComparing(Version::ranks).reversed());

    /** Null if no version was ever written. */
    private Restored restored;

    /** A version, by its number and the number of ranks that have written it. */
    private record Version(long number, int ranks) {
    }

    private Restoration(Intracomm comm, State state, Source source, Round.Memory rounds) {
        this.comm = comm;
        this.state = state;
        this.source = source;
        this.rounds = rounds;
    }

    /**
     * Restores a version.
     *
     * @param rounds what this rank remembers of the versions that it has written
     * @throws CheckpointException on all ranks, when no version is complete, or the version does not fit the state
     */
    static Optional<Restored> run(Intracomm comm, State state, Source source, Round.Memory rounds)
        throws CheckpointException {
        Restoration restoration = new Restoration(comm, state, source, rounds);
        CollectiveStep step = CollectiveStep.run(comm, () -> {
            restoration.gather(null);
            restoration.restored = restoration.newest();
        });
        step.check();
        restoration.say();
        return Optional.ofNullable(restoration.restored);
    }

    private void say() {
        if (restored != null && !passedOver.isEmpty() && comm.getRank() == 0) {
            LOG.log(System.Logger.Level.WARNING, "the older version " + restored.version() + " of the state "
                + state.name() + " is restored, because: " + String.join("; ", passedOver));
        }
    }

    /**
     * The newest version that a later run could restore; 0 when there is none. All ranks call this. The names of the
     * files do not show whether a version is damaged, so the ranks read them.
     *
     * @param problem what keeps this rank from using the folder; null if nothing does
     * @throws CheckpointException on all ranks, when one of them cannot read a file or the folder. The version that
     *     the ranks do not see may then be the only good one, and they must not delete it
     */
    static long newestValid(Intracomm comm, State state, Source source, Round.Memory rounds, IOException problem)
        throws IOException {
        Restoration restoration = new Restoration(comm, state, source, rounds);
        restoration.gather(problem);
        if (problem != null) {
            throw problem;
        }
        restoration.checkReadable();
        for (Map.Entry<Version, Map<Integer, List<Integer>>> each : restoration.versions.entrySet()) {
            Version version = each.getKey();
            if (each.getValue().size() == version.ranks && !restoration.exchangeTables(version,
                readers(each.getValue()), new HashMap<>()).isEmpty()) {
                return version.number;
            }
            restoration.checkReadable();
        }
        return 0;
    }

    private void checkReadable() throws CheckpointException {
        if (!unreadable.isEmpty()) {
            throw new CheckpointException(String.join("; ", unreadable) + "; nothing was deleted, because the only good"
                + " version of the state " + state.name() + " may be there");
        }
    }

    private long newestSeen() {
        return versions.entrySet().stream().filter(each -> each.getValue().size() == each.getKey().ranks)
            .mapToLong(each -> each.getKey().number).findFirst().orElse(0);
    }

    /** @param before what has kept this rank from using the folder so far; null if nothing has */
    private void gather(IOException before) throws IOException {
        byte[] own = Packed.of(out -> {
            List<Candidate> seen = List.of();
            String problem = "";
            try {
                if (before != null) {
                    throw before;
                }
                seen = source.candidates();
            } catch (IOException e) {
                problem = "rank " + comm.getRank() + ": " + e.getMessage();
            }
            out.writeUTF(problem);
            out.writeInt(seen.size());
            for (Candidate each : seen) {
                each.write(out);
            }
        });
        List<byte[]> all = Gathering.bytes(comm, own);
        for (int rank = 0; rank < all.size(); rank++) {
            DataInputStream in = Packed.read(all.get(rank));
            String problem = in.readUTF();
            if (!problem.isEmpty()) {
                passedOver.add(problem);
                unreadable.add(problem);
            }
            for (int left = in.readInt(); left > 0; left--) {
                Candidate candidate = Candidate.read(in);
                versions.computeIfAbsent(new Version(candidate.version(), candidate.ranks()), _ -> new TreeMap<>())
                    .computeIfAbsent(candidate.rank(), _ -> new ArrayList<>()).add(rank);
            }
        }
    }

    /** @return null when no version was ever written */
    private Restored newest() throws IOException {
        for (Map.Entry<Version, Map<Integer, List<Integer>>> each : versions.entrySet()) {
            Version version = each.getKey();
            Map<Integer, List<Integer>> seen = each.getValue();
            if (seen.size() < version.ranks) {
                int missing = 0;
                while (seen.containsKey(missing)) {
                    missing++;
                }
                passedOver.add("version " + version.number + " is incomplete: the part of rank " + missing + " of "
                    + version.ranks + " is missing");
            } else if (restore(version, seen)) {
                return new Restored(version.number, version.ranks, passedOver);
            }
        }
        if (passedOver.isEmpty() || newestSeen() == 0 && rounds.isNoneValid(comm)) {
            return null; // a rank may have been lost while the ranks wrote the first version
        }
        throw new CheckpointException("no version of the state " + state.name() + " can be restored: "
            + String.join("; ", passedOver) + "; " + source.remedy());
    }

    /** Returns false when the version is damaged. */
    private boolean restore(Version version, Map<Integer, List<Integer>> seen) throws IOException {
        List<Integer> readers = readers(seen);
        Map<Integer, Snapshot> read = new HashMap<>();
        List<Table> tables = exchangeTables(version, readers, read);
        if (tables.isEmpty()) {
            return false;
        }
        List<List<Part>> needs = new ArrayList<>();
        for (byte[] bytes : Gathering.bytes(comm, Packed.of(new Table(state.name(), 1, 0, 0, 1,
            state.parts())::write))) {
            needs.add(Table.read(Packed.read(bytes)).parts());
        }
        Transfer.move(comm, pieces(new Redistribution(tables, readers), needs), read, state.memory());
        return true;
    }

    /** For each part, the rank that reads it. */
    private static List<Integer> readers(Map<Integer, List<Integer>> seen) {
        List<Integer> readers = new ArrayList<>();
        seen.forEach((rank, holders) -> readers.add(holders.contains(rank) ? rank
            : holders.get(rank % holders.size())));
        return readers;
    }

    private List<Redistribution.Piece> pieces(Redistribution version, List<List<Part>> needs)
        throws CheckpointException {
        try {
            return version.pieces(state.name(), needs);
        } catch (CheckpointException e) {
            throw new CheckpointException(source.where() + e.getMessage(), e);
        }
    }

    /**
     * Reads this rank's share of a version. Returns the tables of all parts; none when a part is damaged, or a rank
     * cannot read it.
     */
    private List<Table> exchangeTables(Version version, List<Integer> readers, Map<Integer, Snapshot> read)
        throws IOException {
        byte[] own = Packed.of(out -> {
            for (int rank = 0; rank < readers.size(); rank++) {
                if (readers.get(rank) == comm.getRank()) {
                    try {
                        Snapshot snapshot = source.read(new Candidate(version.number, rank, version.ranks));
                        read.put(rank, snapshot);
                        out.writeUTF("");
                        snapshot.table().write(out);
                    } catch (IOException e) {
                        out.writeUTF(shortened(String.valueOf(e.getMessage())));
                        out.writeBoolean(e instanceof CheckpointException);
                    }
                }
            }
        });
        List<DataInputStream> all = Gathering.bytes(comm, own).stream().map(Packed::read).toList();
        List<Table> tables = new ArrayList<>();
        boolean whole = true;
        for (int rank = 0; rank < readers.size(); rank++) {
            DataInputStream in = all.get(readers.get(rank));
            String problem = in.readUTF();
            if (!problem.isEmpty()) {
                boolean damaged = in.readBoolean();
                passedOver.add("version " + version.number + (damaged ? " is damaged: " : " is incomplete: ")
                    + problem);
                if (!damaged) {
                    unreadable.add("rank " + readers.get(rank) + ": " + problem);
                }
                whole = false;
            } else {
                tables.add(Table.read(in));
            }
        }
        if (whole && tables.stream().map(Table::attempt).distinct().count() > 1) {
            passedOver.add("version " + version.number + " has parts of two runs, which have used the same folder");
            whole = false;
        }
        return whole ? tables : List.of();
    }

    /** A text that fits a message. */
    private static String shortened(String text) {
        int most = 4000;
        return text.length() <= most ? text : text.substring(0, most);
    }
}
