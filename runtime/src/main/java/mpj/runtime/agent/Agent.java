package mpj.runtime.agent;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.function.Consumer;
import mpj.runtime.host.JobEvent;
import mpj.runtime.wire.Frames;

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
        Frames<Upward, Downward> above = new Frames<>(Upward.KINDS, out, Downward.KINDS,
            new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
        Consumer<Upward> up = message -> {
            try {
                above.send(message);
            } catch (IOException e) {
                // The one above is gone: standard input ends as well, and with it this agent.
                return;
            }
        };
        Addresses addresses = Addresses.read(System.getenv("SSH_CONNECTION"));
        up.accept(new Upward.Ready(addresses.own, addresses.above));
        AgentJob job = null;
        boolean orderly = false;
        try {
            if (above.receive() instanceof Downward.Begin(Plan plan)) {
                job = begin(plan, addresses.own, up);
                for (Downward message = above.receive(); !(message instanceof Downward.End);
                     message = above.receive()) {
                    if (job != null) {
                        job.received(message);
                    }
                }
                orderly = true;
            }
        } catch (ProtocolException e) {
            System.err.println("what comes from above cannot be read: " + e.getMessage());
        } catch (IOException e) {
            orderly = false; // the one above is gone
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

    /** This host's address and that of the one above, as sshd tells them; else empty. */
    private record Addresses(String own, String above) {
        private static final int ADDRESS_ABOVE = 0;
        private static final int OWN_ADDRESS = 2;

        static Addresses read(String variable) {
            String[] words = variable == null ? new String[0] : variable.split(" ");
            return words.length > OWN_ADDRESS ? new Addresses(words[OWN_ADDRESS], words[ADDRESS_ABOVE])
                : new Addresses("", "");
        }
    }
}
