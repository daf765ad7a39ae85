package mpi;

/**
 * A session: a use of the library that needs no {@link MPI#Init}. Parts of a program, such as its libraries, may each
 * have sessions of their own, and the program may call Init as well. A session names sets of processes. A program makes
 * groups of them, and communicators of the groups. MPI: MPI_Session, section 11.3 of MPI 4.1. This class is this
 * library's own: Open MPI's bindings have no sessions.
 *
 * {@snippet :
 * Session session = Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN);
 * Group everyone = session.groupFromPset("mpi://WORLD");
 * Intracomm comm = Intracomm.createFromGroup(everyone, "org.example.app", MPI.INFO_NULL, MPI.ERRORS_RETURN);
 * comm.barrier();
 * comm.free();
 * session.finalizeSession();
 * }
 *
 * <p>These process sets exist on every rank:
 * <ul>
 * <li>{@code mpi://WORLD}: all ranks of the job;
 * <li>{@code mpi://SELF}: this rank;
 * <li>{@code mpj://world}: the same as {@code mpi://WORLD};
 * <li>{@code mpj://host}: the ranks on this rank's host.
 * </ul>
 *
 * <p>The first session of a rank joins the job, unless Init has done so. It waits until every rank has called
 * {@link #init} or Init. The end of the last session leaves the job, unless Init was called and {@link MPI#Finalize}
 * was not. It waits in the same way as Finalize. A rank that has left the job may join it again with another session or
 * Init, if the other ranks do the same. Under a launcher other than mpjrun, it can join only once. All other sessions
 * begin and end without waiting.
 *
 * <p>Any thread may use a session. After the end of a session, every call on it but {@link #isNull} throws an
 * {@link MPIException} of class {@link MPI#ERR_SESSION}.
 */
public final class Session {
    private final mpj.core.comm.Session core;

    private Session(mpj.core.comm.Session core) {
        this.core = core;
    }

    /**
     * Begins a session. MPI: MPI_Session_init.
     *
     * @param info {@link MPI#INFO_NULL}, or hints; no hint has an effect so far
     * @param errhandler the error handler of the session
     * @return the session
     * @throws MPIException of class {@link MPI#ERR_INFO} when the info is null, of class {@link MPI#ERR_ARG} when the
     *     handler is null, and when this process cannot join the job
     */
    public static Session init(Info info, Errhandler errhandler) {
        return new Session(MPIException.result(() -> mpj.core.comm.Session.begin(() -> MPI.begin(Session.class),
            Info.core(info), errhandler, Errhandler.fatal(errhandler))));
    }

    /**
     * Ends the session. The groups and communicators that were made with it remain valid as long as another session
     * exists, or until {@link MPI#Finalize} if the program has called Init. MPI: MPI_Session_finalize.
     *
     * @throws MPIException like {@link MPI#Finalize}, when this is the last session and Init was not called
     */
    public void finalizeSession() {
        core.end();
    }

    /**
     * Whether the session has ended. MPI: a comparison with MPI_SESSION_NULL.
     *
     * @return true if so
     */
    public boolean isNull() {
        return core.hasEnded();
    }

    /**
     * The number of process sets. MPI: MPI_Session_get_num_psets.
     *
     * @param info {@link MPI#INFO_NULL}, or hints; no hint has an effect so far
     * @return at least 2
     */
    public int getNumPsets(Info info) {
        return core.psets(Info.core(info));
    }

    /**
     * The name of a process set. MPI: MPI_Session_get_nth_pset.
     *
     * @param info {@link MPI#INFO_NULL}, or hints; no hint has an effect so far
     * @param n the number of the process set, from 0
     * @return its name, of at most {@link MPI#MAX_PSET_NAME_LEN} characters
     * @throws MPIException also of class {@link MPI#ERR_ARG}, when there are fewer process sets
     */
    public String getNthPset(Info info, int n) {
        return core.pset(Info.core(info), n);
    }

    /**
     * What is known of a process set. MPI: MPI_Session_get_pset_info.
     *
     * @param psetName the name of the process set
     * @return a new info, in which {@code mpi_size} is the number of processes
     * @throws MPIException also of class {@link MPI#ERR_ARG}, when there is no such process set
     */
    public Info getPsetInfo(String psetName) {
        return new Info(core.psetInfo(psetName));
    }

    /**
     * The hints of the session, and the level of thread support under the key {@code thread_level}.
     * MPI: MPI_Session_get_info.
     *
     * @return a new info; changing it does not change the session
     */
    public Info getInfo() {
        return new Info(core.info());
    }

    /**
     * The group of a process set. MPI: MPI_Group_from_session_pset.
     *
     * @param psetName the name of the process set
     * @return a new group, in the order of the ranks in the job
     * @throws MPIException also of class {@link MPI#ERR_ARG}, when there is no such process set
     */
    public Group groupFromPset(String psetName) {
        return new Group(core.group(psetName));
    }

    /**
     * Sets the handler for errors of this rank in calls on this session. With {@link MPI#ERRORS_RETURN}, this rank also
     * declares that it goes on when the process of another rank dies, as {@link Comm#setErrhandler} does on
     * {@link MPI#COMM_WORLD}. The handler that {@link #init} gets declares nothing. MPI: MPI_Session_set_errhandler.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN}, {@link MPI#ERRORS_ARE_FATAL} or {@link MPI#ERRORS_ABORT}
     */
    public void setErrhandler(Errhandler errhandler) {
        core.errorHandler(errhandler, Errhandler.fatal(errhandler));
    }

    /**
     * The handler for errors of this rank in calls on this session. MPI: MPI_Session_get_errhandler.
     *
     * @return the handler
     */
    public Errhandler getErrhandler() {
        return (Errhandler) core.errorHandler();
    }

    /**
     * Calls the session's error handler. {@link MPI#ERRORS_RETURN} throws an exception of the given class, and the
     * other handlers end the job. MPI: MPI_Session_call_errhandler.
     *
     * @param errorCode the class of the error
     * @throws MPIException of that class
     */
    public void callErrhandler(int errorCode) {
        core.callErrorHandler(errorCode);
    }
}
