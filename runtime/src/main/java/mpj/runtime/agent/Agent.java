package mpj.runtime.agent;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.function.Consumer;
import mpj.runtime.host.JobEvent;

/**
 * Starts and watches a job's ranks on one host, and the agents below it. It lives as long as its standard input, over
 * which the launcher or the agent above speaks: when that ends, however it does, the agent ends all that it started.
 */
public final class Agent {
    /** Set by a daemon: how many ranks this agent may start. */
    public static final String RANKS_ALLOWED = "MPJ_RANKS_ALLOWED";

    private Agent() {
    }

    /** Takes the plan from standard input and carries it out. Started by {@link SshStarter}. */
    public static void main(String[] args) throws InterruptedException {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        // Nothing else may be written between the messages.
        System.setOut(System.err);
        Frames above = new Frames(new FileInputStream(FileDescriptor.in), out);
        Consumer<Upward> up = message -> {
            try {
                above.send(message::write);
            } catch (IOException e) {
                // The one above is gone: standard input ends as well, and with it this agent.
                return;
            }
        };
        Connection connection = Connection.read(System.getenv("SSH_CONNECTION"));
        up.accept(new Upward.Ready(connection.own, connection.above));
        AgentJob job = null;
        boolean orderly = false;
        try {
            if (next(above) instanceof Downward.Begin(Plan plan)) {
                job = begin(plan, connection.own, up);
                for (Downward message = next(above); !(message instanceof Downward.End); message = next(above)) {
                    if (job != null) {
                        job.received(message);
                    }
                }
                orderly = true;
            }
        } catch (IOException e) {
            orderly = false;
        } finally {
            if (job != null) {
                job.end(orderly);
            }
        }
        System.exit(0);
    }

    /** Null when it cannot; then the one above has been told, and ends this agent. */
    private static AgentJob begin(Plan plan, String address, Consumer<Upward> up) {
        try {
            checkAllowed(plan);
            return AgentJob.begin(plan, address, up);
        } catch (IOException e) {
            up.accept(new Upward.Happened(new JobEvent.HostFailed(plan.own().name(), e.getMessage())));
            return null;
        }
    }

    /** A daemon has counted the ranks that were announced; there are no more, and none elsewhere. */
    private static void checkAllowed(Plan plan) throws IOException {
        String allowed = System.getenv(RANKS_ALLOWED);
        if (allowed != null
            && (plan.own().ranks().size() > Integer.parseInt(allowed) || plan.hosts().size() > 1)) {
            throw new IOException("the daemon was asked for " + allowed + " ranks, and there are more");
        }
    }

    private static Downward next(Frames above) throws IOException {
        return Downward.read(above.receive());
    }

    /** What sshd says about the connection. */
    private record Connection(String own, String above) {
        private static final int ADDRESS_ABOVE = 0;
        private static final int OWN_ADDRESS = 2;

        static Connection read(String variable) {
            String[] words = variable == null ? new String[0] : variable.split(" ");
            return words.length > OWN_ADDRESS ? new Connection(words[OWN_ADDRESS], words[ADDRESS_ABOVE])
                : new Connection("", "");
        }
    }
}
