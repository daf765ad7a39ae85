package mpj.runtime.host;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import mpj.runtime.host.EitherApi.Buffer;

/**
 * Lets the first two ranks of a rehearsal meet at a port, as two jobs do, and as a job meets the processes that it
 * spawns. Without the classes of this in the archive, a job's first spawn takes longer. Each of the two ranks accepts
 * once and connects once, because only one of them records. mpiJava's API has no ports.
 */
final class FirstMeeting {
    private static final int TAG = 2;
    private static final int LONGEST_NAME = 1 << 10;
    private static final int RANKS = 2;

    private FirstMeeting() {
    }

    /** Runs in every rank. */
    static void run(EitherApi api) throws ReflectiveOperationException {
        if (api.isMpiJava() || api.size() < RANKS || api.rank() >= RANKS) {
            return;
        }
        for (int server = 0; server < RANKS; server++) {
            meet(api, api.rank() == server);
        }
    }

    private static void meet(EitherApi api, boolean accepts) throws ReflectiveOperationException {
        Object self = api.constant("COMM_SELF");
        byte[] bytes = new byte[LONGEST_NAME];
        int other = 1 - api.rank();
        Buffer message = new Buffer(bytes, api.constant("BYTE"), bytes.length);
        Object both;
        if (accepts) {
            String name = (String) api.callStatic(self.getClass(), "openPort");
            byte[] text = name.getBytes(StandardCharsets.UTF_8);
            System.arraycopy(text, 0, bytes, 0, text.length);
            api.prepare("Send", message, other, TAG).make();
            both = api.call(self, "accept", name, 0);
            api.callStatic(self.getClass(), "closePort", name);
        } else {
            api.prepare("Recv", message, other, TAG).make();
            int end = 0;
            while (bytes[end] != 0) {
                end++;
            }
            both = api.call(self, "connect", new String(Arrays.copyOf(bytes, end), StandardCharsets.UTF_8), 0);
        }
        api.call(both, "barrier");
        api.call(both, "disconnect");
    }
}
