package mpj.engine;

/** What is under way in a library for one operation. Called with the engine's lock held. */
public interface LibraryRequest {
    /** The context of its messages. */
    int context();

    /** Goes on as far as it can without waiting; true when the operation is complete, also after a failure. */
    boolean advance();

    /** Where it is in the list of those under way. */
    int place();

    /** Notes where it is in that list. */
    void place(int newPlace);

    /** Asks for it to be taken back. */
    void cancel();
}
