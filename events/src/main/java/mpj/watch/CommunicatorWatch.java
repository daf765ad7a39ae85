package mpj.watch;

import java.util.function.Supplier;

/**
 * Reports the calls on one communicator.
 *
 * @param watch the watch of the rank
 * @param name supplies the communicator's present name
 * @param context the communicator's number
 */
public record CommunicatorWatch(RankWatch watch, Supplier<String> name, int context) {
    /**
     * Begins a call. {@link #end} must follow each call of this method.
     *
     * @param call the name of the called function
     * @param peer a rank in the job, or -1
     * @param tag the tag, or -1
     * @param bytes the number of bytes
     */
    public void begin(String call, int peer, int tag, long bytes) {
        watch.begin(call, name.get(), context, peer, tag, bytes);
    }

    /** Begins a call that sends one message and returns when the message has left. */
    public void beginSend(String call, int peer, int tag, long bytes) {
        watch.begin(call, name.get(), context, peer, tag, bytes, OpenCall.Moves.ONE_OUT);
    }

    /** Begins a call that receives one message. */
    public void beginReceive(String call, int peer, int tag, long bytes) {
        watch.begin(call, name.get(), context, peer, tag, bytes, OpenCall.Moves.ONE_IN);
    }

    /** Begins a call that starts, tests or awaits something. Such a call is short unless it waits. */
    public void beginPart(String call, int peer, int tag, long bytes) {
        watch.begin(call, name.get(), context, peer, tag, bytes, OpenCall.Moves.PART);
    }

    /** Begins a call that has neither peer nor tag. */
    public void begin(String call) {
        begin(call, -1, -1, 0);
    }

    /** Describes a collective call that continues after it has returned. */
    public StartedCall started(String call, long bytes, String algorithm) {
        return new StartedCall(call, name.get(), context, bytes, algorithm);
    }

    /** Reports a call that has neither peer nor tag, from its beginning to its end. */
    public <T> T during(String call, Supplier<T> body) {
        begin(call);
        boolean failed = true;
        try {
            T result = body.get();
            failed = false;
            return result;
        } finally {
            end(failed);
        }
    }

    /** Ends the call, which returns or throws. */
    public void end(boolean failed) {
        watch.end(failed);
    }
}
