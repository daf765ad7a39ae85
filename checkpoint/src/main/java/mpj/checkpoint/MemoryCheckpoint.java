package mpj.checkpoint;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Checkpoints in the memory of the ranks. Each rank keeps two copies: one of its own state, and one of the state of
 * another rank, whose partner it is. The partner of a rank is on another host if possible. A version survives as long
 * as at least one is left of each rank and its partner. In a new communicator, {@link #write} and {@link #restore}
 * choose new partners.
 *
 * <p>A rank needs memory outside of the heap for these two copies, and for two more while it writes a version. An
 * object of this class is for one state.
 */
public final class MemoryCheckpoint implements Checkpoint {
    private final Round.Memory rounds = new Round.Memory();
    private Partners partners;
    private HeldSnapshots held = new HeldSnapshots(List.of());

    /** Makes a checkpoint that has no version. */
    public MemoryCheckpoint() {
    }

    @Override
    public long write(Intracomm comm, State state) throws CheckpointException {
        List<Snapshot> written = new ArrayList<>();
        Round[] begun = new Round[1];
        CollectiveStep step = CollectiveStep.run(comm, () -> {
            Round round = rounds.next(comm);
            begun[0] = round;
            if (round.isFirst()) {
                partners = Partners.of(hosts(comm), comm.getRank());
            }
            Snapshot own = Snapshot.of(state.table(round, comm.getRank(), comm.getSize()), state);
            written.add(own);
            if (comm.getSize() > 1) {
                written.add(exchange(comm, own));
            }
        });
        if (step.isWell()) {
            held = new HeldSnapshots(List.copyOf(written));
            rounds.valid(written.getFirst().table().version());
        }
        step.check();
        Departure.carryOut(comm, begun[0].leaver(), begun[0].version());
        return written.getFirst().table().version();
    }

    private static List<String> hosts(Intracomm comm) {
        return Gathering.bytes(comm, MPI.getProcessorName().getBytes(StandardCharsets.UTF_8)).stream()
            .map(bytes -> new String(bytes, StandardCharsets.UTF_8)).toList();
    }

    /** Gives this rank's state to its partner. Gets the state of the rank whose partner this rank is. */
    private Snapshot exchange(Intracomm comm, Snapshot own) throws IOException {
        MemorySegment encoded = MemorySegment.ofArray(Packed.of(own.table()::write));
        MemorySegment table = Snapshot.allocate(encoded.byteSize()).copyFrom(encoded);
        MemorySegment length = Snapshot.allocate(Long.BYTES);
        length.set(ValueLayout.JAVA_LONG, 0, table.byteSize());
        MemorySegment otherLength = Snapshot.allocate(Long.BYTES);
        shift(comm, length, otherLength);
        MemorySegment otherTable = Snapshot.allocate(otherLength.get(ValueLayout.JAVA_LONG, 0));
        shift(comm, table, otherTable);
        Table other = Table.read(Packed.read(otherTable.toArray(ValueLayout.JAVA_BYTE)));
        MemorySegment data = Snapshot.allocate(other.bytes());
        shift(comm, own.data(), data);
        return new Snapshot(other, data);
    }

    private void shift(Intracomm comm, MemorySegment sent, MemorySegment received) {
        Transfer.shift(comm, sent, partners.keeper(), received, partners.kept());
    }

    /**
     * {@inheritDoc}
     *
     * <p>The restored state is written again at the end, so that its parts have two copies before the next loss.
     */
    @Override
    public Optional<Restored> restore(Intracomm comm, State state) throws CheckpointException {
        Optional<Restored> restored = Restoration.run(comm, state, held, rounds);
        if (restored.isPresent()) {
            write(comm, state);
        }
        return restored;
    }
}
