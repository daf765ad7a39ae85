package mpj.events;

import mpj.tools.Call;
import mpj.tools.Site;

/** Makes events of one thread's calls, one after the other. */
public final class CallRecorder {
    private final int rank;
    /** Used again for each call: a call makes no object. */
    private final CallEvent event = new CallEvent();
    private boolean recorded;

    // What the last call had, and how its event had that. The flight recorder writes a text of more than 16 characters
    // once, and a shorter one each time, which takes longer.
    private Site site = Site.UNKNOWN;
    private String line = "";
    private String name = "";
    private int context;
    private String communicator = "";

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

    /**
     * It returns, or throws.
     *
     * @param call what it was
     * @param sequence the number of the message that it has sent or received, if nothing else tells of it; else 0
     * @param unexpected whether that message was there before
     */
    public void end(Call call, long sequence, boolean unexpected) {
        if (!recorded) {
            return;
        }
        event.end();
        if (!event.shouldCommit()) {
            return;
        }
        event.rank = rank;
        event.call = call.name();
        event.communicator = communicator(call);
        event.context = call.context();
        event.peer = call.peer();
        event.tag = call.tag();
        event.bytes = call.bytes();
        event.algorithm = call.algorithm();
        event.blocked = call.blocked();
        event.line = line(call.site());
        event.sequence = sequence;
        event.unexpected = unexpected;
        event.failed = call.failed();
        event.commit();
    }

    private String line(Site of) {
        if (site != of) {
            site = of;
            line = of.line() + " (" + of.method() + ")";
        }
        return line;
    }

    @SuppressWarnings("StringEquality") // a communicator has the same text each time
    private String communicator(Call of) {
        if (name != of.communicator() || context != of.context()) {
            name = of.communicator();
            context = of.context();
            communicator = name.isEmpty() ? "" : name + " (context " + context + ")";
        }
        return communicator;
    }
}
