package mpi;

import java.util.Arrays;

/**
 * Hints: keys with values, in the order in which the keys were added. MPI: MPI_Info. Any thread may use an info. The
 * library uses some hints of files ({@link File#setInfo}), and ignores all other keys.
 *
 * <p>Every method but {@link #isNull} throws {@link MPIException} of class {@link MPI#ERR_INFO} for
 * {@link MPI#INFO_NULL} and for an info that was freed, and of class {@link MPI#ERR_INFO_KEY} for a key that is null,
 * empty or longer than {@link MPI#MAX_INFO_KEY} characters.
 */
public final class Info implements Freeable, Cloneable {
    private mpj.core.comm.Info core;

    /** Makes an info without keys. MPI: MPI_Info_create. */
    public Info() {
        this(mpj.core.comm.Info.empty());
    }

    /** @param core the object below the API */
    Info(mpj.core.comm.Info core) {
        this.core = core;
    }

    /** Sets the content of an info that the program has had since before Init. */
    void open(mpj.core.comm.Info filled) {
        core = filled;
    }

    /** The info below the API, or null for null. */
    static mpj.core.comm.Info core(Info info) {
        return info == null ? null : info.core;
    }

    /** The infos below the API, or null for null. */
    static mpj.core.comm.Info[] core(Info[] infos) {
        return infos == null ? null : Arrays.stream(infos).map(Info::core).toArray(mpj.core.comm.Info[]::new);
    }

    /**
     * Sets the value of a key. MPI: MPI_Info_set.
     *
     * @param key the key
     * @param value the value, of at most {@link MPI#MAX_INFO_VAL} characters
     * @throws MPIException also of class {@link MPI#ERR_INFO_VALUE}, when the value is null or too long
     */
    public void set(String key, String value) {
        MPIException.run(() -> core.set(key, value));
    }

    /**
     * The value of a key. MPI: MPI_Info_get.
     *
     * @param key the key
     * @return the value, or null when the info has no such key
     */
    public String get(String key) {
        return MPIException.result(() -> core.get(key));
    }

    /**
     * Removes a key. MPI: MPI_Info_delete.
     *
     * @param key the key
     * @throws MPIException also of class {@link MPI#ERR_INFO_NOKEY}, when the info has no such key
     */
    public void delete(String key) {
        MPIException.run(() -> core.delete(key));
    }

    /**
     * The number of keys. MPI: MPI_Info_get_nkeys.
     *
     * @return 0 or more
     */
    public int size() {
        return MPIException.result(core::size);
    }

    /**
     * The key with a given number, in the order in which the keys were added. MPI: MPI_Info_get_nthkey.
     *
     * @param i the number, from 0
     * @return the key
     * @throws MPIException also of class {@link MPI#ERR_ARG}, when the info has fewer keys
     */
    public String getKey(int i) {
        return MPIException.result(() -> core.key(i));
    }

    /**
     * The same as {@link #dup}. MPI: MPI_Info_dup.
     *
     * @return the new info
     */
    @Override
    public Info clone() {
        return dup();
    }

    /**
     * Makes an info with the same keys and values, in the same order. MPI: MPI_Info_dup.
     *
     * @return the new info
     */
    public Info dup() {
        return new Info(MPIException.result(core::duplicate));
    }

    /**
     * Frees the info, which is null from now on. MPI: MPI_Info_free.
     *
     * @throws MPIException also when this is {@link MPI#INFO_ENV}
     */
    @Override
    public void free() {
        MPIException.run(core::free);
    }

    /**
     * Whether this is {@link MPI#INFO_NULL}, or an info that was freed.
     *
     * @return true if so
     */
    public boolean isNull() {
        return core.isNull();
    }
}
