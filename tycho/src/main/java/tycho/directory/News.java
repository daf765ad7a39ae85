package tycho.directory;

/** What can happen to an entry. */
public enum News {
    /** The entry is there, or has new content. */
    ARRIVED,
    /** The owner has withdrawn the entry. */
    WITHDRAWN,
    /** The owner has not renewed the lease in time. */
    LAPSED
}
