package mpi;

import mpj.core.request.Requests;
import mpj.engine.Operation;

/** TODO. MPI: see the list. */
public class Request implements Freeable {
    /** Null of a request that is null from the start. */
    private final Requests owner;
    /** What is under way, or null. */
    private Operation operation;

    Request(Requests owner, Operation operation) {
        this.owner = owner;
        this.operation = operation;
    }

    /**
     * TODO.
     */
    public void free() {
        throw MPIException.notYet("Request.free");
    }

    /**
     * TODO. MPI: MPI_Cancel.
     */
    public final void cancel() {
        throw MPIException.notYet("Request.cancel");
    }

    /**
     * TODO.
     * @return TODO
     */
    public final boolean isNull() {
        throw MPIException.notYet("Request.isNull");
    }

    /**
     * TODO. MPI: MPI_Wait.
     * @return TODO
     */
    public final Status waitStatus() {
        throw MPIException.notYet("Request.waitStatus");
    }

    /**
     * TODO. MPI: MPI_Wait.
     */
    public final void waitFor() {
        throw MPIException.notYet("Request.waitFor");
    }

    /**
     * TODO. MPI: MPI_Test.
     * @return TODO
     */
    public final Status testStatus() {
        throw MPIException.notYet("Request.testStatus");
    }

    /**
     * TODO. MPI: MPI_Request_get_status.
     * @return TODO
     */
    public final Status getStatus() {
        throw MPIException.notYet("Request.getStatus");
    }

    /**
     * TODO. MPI: MPI_Test.
     * @return TODO
     */
    public final boolean test() {
        throw MPIException.notYet("Request.test");
    }

    /**
     * TODO. MPI: MPI_Waitany.
     *
     * @param requests TODO
     * @return TODO
     */
    public static Status waitAnyStatus(Request[] requests) {
        throw MPIException.notYet("Request.waitAnyStatus");
    }

    /**
     * TODO. MPI: MPI_Waitany.
     *
     * @param requests TODO
     * @return TODO
     */
    public static int waitAny(Request[] requests) {
        throw MPIException.notYet("Request.waitAny");
    }

    /**
     * TODO. MPI: MPI_Testany.
     *
     * @param requests TODO
     * @return TODO
     */
    public static Status testAnyStatus(Request[] requests) {
        throw MPIException.notYet("Request.testAnyStatus");
    }

    /**
     * TODO. MPI: MPI_Testany.
     *
     * @param requests TODO
     * @return TODO
     */
    public static int testAny(Request[] requests) {
        throw MPIException.notYet("Request.testAny");
    }

    /**
     * TODO. MPI: MPI_Waitall.
     *
     * @param requests TODO
     * @return TODO
     */
    public static Status[] waitAllStatus(Request[] requests) {
        throw MPIException.notYet("Request.waitAllStatus");
    }

    /**
     * TODO. MPI: MPI_Waitall.
     *
     * @param requests TODO
     */
    public static void waitAll(Request[] requests) {
        throw MPIException.notYet("Request.waitAll");
    }

    /**
     * TODO. MPI: MPI_Testall.
     *
     * @param requests TODO
     * @return TODO
     */
    public static Status[] testAllStatus(Request[] requests) {
        throw MPIException.notYet("Request.testAllStatus");
    }

    /**
     * TODO. MPI: MPI_Testall.
     *
     * @param requests TODO
     * @return TODO
     */
    public static boolean testAll(Request[] requests) {
        throw MPIException.notYet("Request.testAll");
    }

    /**
     * TODO. MPI: MPI_Waitsome.
     *
     * @param requests TODO
     * @return TODO
     */
    public static Status[] waitSomeStatus(Request[] requests) {
        throw MPIException.notYet("Request.waitSomeStatus");
    }

    /**
     * TODO. MPI: MPI_Waitsome.
     *
     * @param requests TODO
     * @return TODO
     */
    public static int[] waitSome(Request[] requests) {
        throw MPIException.notYet("Request.waitSome");
    }

    /**
     * TODO. MPI: MPI_Testsome.
     *
     * @param requests TODO
     * @return TODO
     */
    public static Status[] testSomeStatus(Request[] requests) {
        throw MPIException.notYet("Request.testSomeStatus");
    }

    /**
     * TODO. MPI: MPI_Testsome.
     *
     * @param requests TODO
     * @return TODO
     */
    public static int[] testSome(Request[] requests) {
        throw MPIException.notYet("Request.testSome");
    }
}
