package mpj.runtime.agent;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.function.Consumer;
import mpj.runtime.host.Counted;
import mpj.runtime.host.JobEvent;
import mpj.runtime.wire.Frames;

/**
 * Starts and watches a job's ranks on one host, and starts the agents below it in the tree. The launcher or the agent
 * above sends its messages to this agent's standard input. When that input ends, for whatever reason, the agent ends
 * everything that it has started.
 */
public final class Agent {
    /** Set by a daemon: the number of ranks that this agent may start. */
    public static final String RANKS_ALLOWED = "MPJ_RANKS_ALLOWED";

    private Agent() {
    }

    /** Takes the plan from standard input and carries it out. {@link SshStarter} starts this method on the host. */
    public static void main(String[] args) throws InterruptedException {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        // Standard output carries the messages, so nothing else may be written to it.
        System.setOut(System.err);
        Frames<Upward, Downward> above = new Frames<>(Upward.KINDS, out, Downward.KINDS,
            new BufferedInputStream(new FileInputStream(FileDescriptor.in)));
        Consumer<Upward> up = message -> {
            try {
                above.send(message);
            } catch (IOException e) {
                // The launcher or agent above is gone. Standard input ends as well, and this agent ends with it.
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
            System.err.println("the messages to this agent cannot be read: " + e.getMessage());
        } catch (IOException e) {
            orderly = false; // the launcher or agent above is gone
        } finally {
            if (job != null) {
                job.end(orderly);
            }
        }
        System.exit(0);
    }

    /** Returns null when the agent cannot carry out the plan. The agent above then knows that, and ends this agent. */
    private static AgentJob begin(Plan plan, String address, Consumer<Upward> up) {
        try {
            checkAllowed(plan);
            return AgentJob.begin(plan, address, up);
        } catch (IOException e) {
            up.accept(new Upward.Happened(new JobEvent.HostFailed(plan.own().name(), e.getMessage())));
            return null;
        }
    }

    /**
     * A daemon has allowed the number of ranks that was announced to it. The plan may not have more ranks, or other
     * hosts.
     */
    private static void checkAllowed(Plan plan) throws IOException {
        String allowed = System.getenv(RANKS_ALLOWED);
        if (allowed != null
            && (plan.own().ranks().size() > Integer.parseInt(allowed) || plan.hosts().size() > 1)) {
            throw new IOException("the daemon was asked for "
                + Counted.of(Integer.parseInt(allowed), "rank") + ", and there are more");
        }
    }

    /** This host's address and the address of the host above, as sshd tells them; empty if sshd does not. */
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
