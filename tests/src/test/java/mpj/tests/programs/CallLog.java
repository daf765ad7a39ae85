package mpj.tests.programs;

import mpj.tools.Call;
import mpj.tools.Message;
import mpj.tools.Tool;
import mpj.tools.Watcher;

/** A tool that prints each call, and fails at the first message of a rank. */
public final class CallLog implements Tool {
    /** Called by {@link java.util.ServiceLoader}. */
    public CallLog() {
    }

    @Override
    public String name() {
        return "call-log";
    }

    @Override
    public Watcher open(int rank, int size) {
        return new Watcher() {
            @Override
            public Object before(Call call) {
                return call.name();
            }

            @Override
            public void after(Call call, Object before) {
                System.out.println("rank " + rank + " of " + size + ": " + before + " " + call.communicator() + " peer "
                    + call.peer() + " tag " + call.tag() + " bytes " + call.bytes() + " at " + call.site().method());
            }

            @Override
            public void lost(int peer, String cause) {
                System.out.println("rank " + rank + " lost " + peer);
            }

            @Override
            public void sent(Message message) {
                if (message.tag() == 7) {
                    throw new IllegalStateException("no more");
                }
            }
        };
    }
}
