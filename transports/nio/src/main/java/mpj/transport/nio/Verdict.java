package mpj.transport.nio;

/** What the accepting end says when the connecting one has proved that it is of the job. */
enum Verdict {
    /** Frames follow. */
    ACCEPTED,
    /** The accepting end, which comes first as a peer, is connecting too; its connection is the one that stays. */
    MINE_STAYS,
    /** The two are connected already. */
    CONNECTED_ALREADY,
    /** The two have different versions of the library. */
    OTHER_VERSION,
    /** The two send their frames in different forms: one with TLS, say. */
    OTHER_FORM;

    private static final Verdict[] ALL = values();

    /** The verdict with this number, or null. */
    static Verdict of(int code) {
        return code >= 0 && code < ALL.length ? ALL[code] : null;
    }
}
