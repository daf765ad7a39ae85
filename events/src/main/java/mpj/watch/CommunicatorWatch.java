package mpj.watch;

import java.util.function.Supplier;

/**
 * Tells of the calls on one communicator.
 *
 * @param watch of the rank
 * @param name the communicator's name now
 * @param context its number
 */
public record CommunicatorWatch(RankWatch watch, Supplier<String> name, int context) {
    /**
     * A call begins. Each must be followed by {@link #end}.
     *
     * @param call its name
     * @param peer a rank in the job, or -1
     * @param tag the tag, or -1
     * @param bytes how many
     */
    public void begin(String call, int peer, int tag, long bytes) {
        watch.begin(call, name.get(), context, peer, tag, bytes);
    }

    /** The same, where the call is to send one message, and return when it has left. */
    public void beginSend(String call, int peer, int tag, long bytes) {
        watch.begin(call, name.get(), context, peer, tag, bytes, OpenCall.Moves.ONE_OUT);
    }

    /** The same, where the call is to receive one message. */
    public void beginReceive(String call, int peer, int tag, long bytes) {
        watch.begin(call, name.get(), context, peer, tag, bytes, OpenCall.Moves.ONE_IN);
    }

    /** The same, where the call is to start, test or await something: it is short unless it waits. */
    public void beginPart(String call, int peer, int tag, long bytes) {
        watch.begin(call, name.get(), context, peer, tag, bytes, OpenCall.Moves.PART);
    }

    /** A call begins that has neither peer nor tag. */
    public void begin(String call) {
        begin(call, -1, -1, 0);
    }

    /** A collective call that goes on after it has returned. */
    public StartedCall started(String call, long bytes, String algorithm) {
        return new StartedCall(call, name.get(), context, bytes, algorithm);
    }

    /** A call that has neither peer nor tag, from its begin to its end. */
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

    /** The call returns, or throws. */
    public void end(boolean failed) {
        watch.end(failed);
    }
}
