package mpj.checkpoint;

import java.io.IOException;
import java.util.List;

/** The parts of versions that a rank keeps in memory. */
record HeldSnapshots(List<Snapshot> snapshots) implements Source {
    private static Candidate candidate(Snapshot snapshot) {
        Table table = snapshot.table();
        return new Candidate(table.version(), table.rank(), table.ranks());
    }

    @Override
    public List<Candidate> candidates() {
        return snapshots.stream().map(HeldSnapshots::candidate).toList();
    }

    @Override
    public Snapshot read(Candidate candidate) throws IOException {
        return snapshots.stream().filter(snapshot -> candidate(snapshot).equals(candidate)).findFirst()
            .orElseThrow(() -> new CheckpointException("the part of rank " + candidate.rank() + " is not in memory"));
    }

    @Override
    public String where() {
        return "";
    }

    @Override
    public String remedy() {
        return "a rank and its partner were lost together, so write to a FileCheckpoint as well, and restore that";
    }
}
