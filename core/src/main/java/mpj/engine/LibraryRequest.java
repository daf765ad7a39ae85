package mpj.engine;

/** The requests to a library that are under way for one operation. Called with the engine's lock held. */
public interface LibraryRequest {
    /** The context of its messages. */
    int context();

    /** Goes on as far as it can without waiting. Returns true when the operation is complete, also after a failure. */
    boolean advance();

    /** Its place in the list of those that are under way. */
    int place();

    /** Notes its place in that list. */
    void place(int newPlace);

    /** Asks to take it back. */
    void takeBack();
}
