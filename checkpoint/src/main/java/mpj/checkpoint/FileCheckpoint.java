package mpj.checkpoint;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mpi.Intracomm;
import mpj.runtime.files.FileReason;

/**
 * Checkpoints in files, which also a later run can restore. Each rank writes one file for each version, with the name
 * {@code STATE.VERSION.RANK-of-RANKS.checkpoint}. A file gets this name only when its content is on the disk, and the
 * file has a checksum (CRC32C). At most two versions are in the folder: the newest valid version, and either the
 * version before it or the version that is being written.
 *
 * <p>All ranks usually write into one folder of a shared file system. The folder may also be a local one of each host.
 * A run can then restore a version if for each file there is a rank on a host that has the file.
 *
 * <p>The files of states with different names may be in one folder. Two jobs that run at the same time must not write
 * states of the same name into one folder. An object of this class is for one state.
 */
public final class FileCheckpoint implements Checkpoint {
    private static final System.Logger LOG = System.getLogger(FileCheckpoint.class.getPackageName());

    private final Path folder;
    private final Round.Memory rounds = new Round.Memory();
    /** The files that this rank deletes when they are no longer needed. */
    private final List<FileName> known = new ArrayList<>();

    /**
     * Makes a checkpoint without reading or writing anything.
     *
     * @param folder the folder of the files; the first {@link #write} makes it if it does not exist
     */
    public FileCheckpoint(Path folder) {
        this.folder = folder.toAbsolutePath();
    }

    @Override
    public long write(Intracomm comm, State state) throws CheckpointException {
        SnapshotFolder files = new SnapshotFolder(folder, state.name());
        Round[] begun = new Round[1];
        CollectiveStep step = CollectiveStep.run(comm, () -> {
            Round round = begin(comm, state, files, begun);
            Table table = state.table(round, comm.getRank(), comm.getSize());
            try {
                clear(round, files);
                known.add(FileName.of(table));
                SnapshotFile.write(folder, table, state.memory());
            } catch (IOException e) {
                throw new CheckpointException("the checkpoint " + folder.resolve(FileName.of(table).toString())
                    + " cannot be written: " + FileReason.of(e) + "; "
                    + (round.valid() == 0 ? "no version is valid so far" : "version " + round.valid()
                    + " is still valid") + "; free space there, give the user of the job the right to write, or use"
                    + " another folder", e);
            }
        });
        if (step.isComplete()) {
            rounds.valid(begun[0].version());
        } else if (!step.isWell()) {
            discard(begun[0], files);
        } // otherwise a restore finds out whether the lost rank has written its file
        step.check();
        Departure.carryOut(comm, begun[0].leaver(), begun[0].version());
        return begun[0].version();
    }

    /** Agrees with the other ranks on a new version, before anything is written. */
    private Round begin(Intracomm comm, State state, SnapshotFolder files, Round[] begun) throws IOException {
        IOException problem = null;
        if (rounds.isFirst(comm)) {
            try {
                Files.createDirectories(folder);
                files.names().forEach(name -> rounds.tried(name.part().version()));
            } catch (CheckpointException e) {
                problem = e;
            } catch (IOException e) {
                String file = e instanceof FileAlreadyExistsException ? ", and is not a folder" : "";
                problem = new CheckpointException("the folder " + folder + " cannot be made: " + FileReason.of(e) + file
                    + "; use another folder", e);
            }
        }
        Round round = rounds.next(comm);
        if (round.isFirst() && round.valid() == 0) {
            // This version must not be deleted.
            round = round.after(Restoration.newestValid(comm, state, files, rounds, problem));
        }
        rounds.valid(round.valid());
        begun[0] = round;
        if (problem != null) {
            throw problem; // only now, because the other ranks were waiting for this one
        }
        return round;
    }

    /** Deletes all versions except the valid one and the new one. */
    private void clear(Round round, SnapshotFolder files) throws IOException {
        if (round.isFirst()) {
            known.addAll(files.names()); // also those of earlier runs, and of ranks that are lost
        }
        for (FileName name : known) {
            if (name.part().version() != round.valid() && name.part().version() != round.version()) {
                files.delete(name);
            }
        }
        known.removeIf(name -> name.part().version() != round.valid());
    }

    /**
     * Deletes this rank's file of a version that has failed. Other ranks do the same with theirs.
     *
     * @param round the round of this version; null if the ranks have not begun one, so that every file here is older
     */
    private void discard(Round round, SnapshotFolder files) {
        if (round == null || known.isEmpty() || known.getLast().part().version() != round.version()) {
            return;
        }
        try {
            files.delete(known.removeLast());
        } catch (IOException e) {
            // The version stays incomplete or unused, and the first write in another communicator deletes the file.
            LOG.log(System.Logger.Level.DEBUG, "the file of a failed version could not be deleted", e);
        }
    }

    @Override
    public Optional<Restored> restore(Intracomm comm, State state) throws CheckpointException {
        Optional<Restored> restored = Restoration.run(comm, state, new SnapshotFolder(folder, state.name()), rounds);
        restored.ifPresent(each -> rounds.valid(each.version()));
        return restored;
    }
}
