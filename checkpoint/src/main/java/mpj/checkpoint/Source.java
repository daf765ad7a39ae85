package mpj.checkpoint;

import java.io.IOException;
import java.util.List;

/** What one rank can read of the versions that were written. */
interface Source {
    /**
     * The parts that this rank sees.
     *
     * @throws IOException when the rank cannot look for them; the message is for users
     */
    List<Candidate> candidates() throws IOException;

    /**
     * Reads a part. The messages of the exceptions are for users.
     *
     * @throws CheckpointException when the part is damaged or does not exist
     * @throws IOException when the part cannot be read, so that nobody knows whether it is damaged
     */
    Snapshot read(Candidate candidate) throws IOException;

    /** Where the versions are, as the beginning of a sentence; may be empty. */
    String where();

    /** What a user can do when no version can be restored. */
    String remedy();
}
