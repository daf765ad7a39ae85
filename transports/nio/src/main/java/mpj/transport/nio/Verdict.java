package mpj.transport.nio;

/** The answer of the accepting end to a connecting end that has proved that it is of the job. */
enum Verdict {
    /** Frames follow. */
    ACCEPTED,
    /** The accepting end is connecting, too, and its connection stays, because it is the first of the two peers. */
    MINE_STAYS,
    /** The two are connected already. */
    CONNECTED_ALREADY,
    /** The two have different versions of the library. */
    OTHER_VERSION,
    /** The two send their frames in different forms, for example only one of them with TLS. */
    OTHER_FORM;

    private static final Verdict[] ALL = values();

    /** The verdict with this number, or null. */
    static Verdict of(int code) {
        return code >= 0 && code < ALL.length ? ALL[code] : null;
    }
}
