package mpj.events;

import mpj.tools.Call;

/** Records events of one thread's calls, one after the other. */
public final class CallRecorder {
    /** The number of communicators that are remembered, a power of two. */
    private static final int COMMUNICATORS = 16;
    /** The numbers that a communicator has, one for each kind of message. */
    private static final int NUMBERS = 4;

    private final int rank;
    /** Reused for each call, so that a call makes no object. */
    private final CallEvent event = new CallEvent();
    private boolean recorded;

    /**
     * Communicators by their number, with their texts in events. The flight recorder writes a text of more than 16
     * characters only once, and it recognizes such a text by its identity.
     */
    private final int[] contexts = new int[COMMUNICATORS];
    private final String[] names = new String[COMMUNICATORS];
    private final String[] communicators = new String[COMMUNICATORS];

    CallRecorder(int rank) {
        this.rank = rank;
    }

    /** A call begins. */
    public void begin() {
        recorded = event.isEnabled();
        if (recorded) {
            event.begin();
        }
    }

    /** The call returns or throws. Returns true if an event of it is to be recorded. */
    public boolean ends() {
        if (!recorded) {
            return false;
        }
        event.end();
        return event.shouldCommit();
    }

    /**
     * Records the event of the call that has ended.
     *
     * @param call the call
     * @param line the program's line that makes the call
     * @param sequence the number of the message that the call has sent or received, if no other event reports the
     *     message; else 0
     * @param unexpected whether that message was there before
     */
    public void record(Call call, String line, long sequence, boolean unexpected) {
        event.rank = rank;
        event.call = call.name();
        event.communicator = communicator(call);
        event.context = call.context();
        event.peer = call.peer();
        event.tag = call.tag();
        event.bytes = call.bytes();
        event.algorithm = call.algorithm();
        event.blocked = call.blocked();
        event.line = line;
        event.sequence = sequence;
        event.unexpected = unexpected;
        event.failed = call.failed();
        event.commit();
    }

    @SuppressWarnings("StringEquality") // a communicator has the same text each time
    private String communicator(Call of) {
        String name = of.communicator();
        int context = of.context();
        int place = context / NUMBERS & COMMUNICATORS - 1;
        if (names[place] != name || contexts[place] != context) {
            names[place] = name;
            contexts[place] = context;
            communicators[place] = name.isEmpty() ? "" : name + " (context " + context + ")";
        }
        return communicators[place];
    }
}
