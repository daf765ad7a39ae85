package mpj.core.file;

import java.util.Locale;
import mpj.core.comm.Info;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The hints of a file that the library heeds. ROMIO's hints have the same names. The hints of rank 0 count on all
 * ranks, because what the ranks do together depends on them. MPI 3.1: section 13.2.8.
 *
 * @param nodes cb_nodes: the largest number of ranks that read and write for others in a collective access; 0 if the
 *     library chooses the number
 * @param buffer cb_buffer_size: how much each of these ranks reads or writes at once, in bytes
 * @param collectiveRead romio_cb_read: whether they do so in collective reads
 * @param collectiveWrite romio_cb_write: whether they do so in collective writes
 * @param sievingRead romio_ds_read: whether small pieces are read together with the bytes between them
 * @param sievingWrite romio_ds_write: whether small pieces are written together with the bytes between them, after
 *     these were read
 * @param readBuffer ind_rd_buffer_size: how much is read at once in this way, in bytes
 * @param writeBuffer ind_wr_buffer_size: how much is written at once in this way, in bytes
 */
record Hints(int nodes, int buffer, Choice collectiveRead, Choice collectiveWrite, Choice sievingRead,
             Choice sievingWrite, int readBuffer, int writeBuffer) {
    /** Whether the library does something always, never, or when it expects an advantage. */
    enum Choice {
        AUTOMATIC, ENABLE, DISABLE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The hints in use if the program gives none. */
    static final Hints USUAL = new Hints(0, 1 << 20, Choice.AUTOMATIC, Choice.AUTOMATIC, Choice.AUTOMATIC,
        Choice.AUTOMATIC, 512 << 10, 512 << 10);

    private static final int LARGEST = 1 << 30;
    private static final int NUMBERS = 8;

    /**
     * These hints, with the program's hints in place of some.
     *
     * @param info may have no hints
     */
    Hints with(Info info) {
        return new Hints(
            number(info, "cb_nodes", nodes, 1),
            number(info, "cb_buffer_size", buffer, 1),
            choice(info, "romio_cb_read", collectiveRead),
            choice(info, "romio_cb_write", collectiveWrite),
            choice(info, "romio_ds_read", sievingRead),
            choice(info, "romio_ds_write", sievingWrite),
            number(info, "ind_rd_buffer_size", readBuffer, 1),
            number(info, "ind_wr_buffer_size", writeBuffer, 1));
    }

    private static String value(Info info, String key) {
        return info.isNull() ? null : info.get(key);
    }

    private static int number(Info info, String key, int usual, int least) {
        String value = value(info, key);
        if (value == null) {
            return usual;
        }
        long number;
        try {
            number = Long.parseLong(value.strip());
        } catch (NumberFormatException e) {
            number = -1;
        }
        if (number < least || number > LARGEST) {
            throw new EngineException(ErrorClass.ERR_INFO_VALUE, "hint " + key + " is \"" + value
                + "\"; it must be a number from " + least + " to " + LARGEST);
        }
        return (int) number;
    }

    private static Choice choice(Info info, String key, Choice usual) {
        String value = value(info, key);
        if (value == null) {
            return usual;
        }
        for (Choice choice : Choice.values()) {
            if (choice.toString().equals(value.strip().toLowerCase(Locale.ROOT))) {
                return choice;
            }
        }
        throw new EngineException(ErrorClass.ERR_INFO_VALUE, "hint " + key + " is \"" + value
            + "\"; it must be enable, disable or automatic");
    }

    /**
     * Tells the program which hints are in use.
     *
     * @param nodesInUse how many ranks read and write for others
     */
    void addTo(Info info, int nodesInUse) {
        info.set("cb_nodes", Integer.toString(nodesInUse));
        info.set("cb_buffer_size", Integer.toString(buffer));
        info.set("romio_cb_read", collectiveRead.toString());
        info.set("romio_cb_write", collectiveWrite.toString());
        info.set("romio_ds_read", sievingRead.toString());
        info.set("romio_ds_write", sievingWrite.toString());
        info.set("ind_rd_buffer_size", Integer.toString(readBuffer));
        info.set("ind_wr_buffer_size", Integer.toString(writeBuffer));
    }

    /** These hints as ints, to tell them to another rank. */
    int[] toInts() {
        return new int[] {nodes, buffer, collectiveRead.ordinal(), collectiveWrite.ordinal(), sievingRead.ordinal(),
            sievingWrite.ordinal(), readBuffer, writeBuffer};
    }

    /** The hints that another rank has told. */
    static Hints of(int[] told) {
        assert told.length == NUMBERS;
        Choice[] choices = Choice.values();
        int next = 2;
        return new Hints(told[0], told[1], choices[told[next++]], choices[told[next++]], choices[told[next++]],
            choices[told[next++]], told[next++], told[next]);
    }
}
