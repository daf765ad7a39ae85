package mpj.runtime.host;

import java.util.List;
import mpj.runtime.wire.JobEnvironment;

/**
 * A job as one of its hosts sees it.
 *
 * @param host the host's name as the user wrote it
 * @param address the address by which the other hosts reach this host; empty when there are no other hosts
 * @param size ranks of the whole job
 * @param ranks the ranks of this host, in the order in which they get its cores
 * @param secret of the job
 */
public record HostJob(String host, String address, int size, List<Integer> ranks, byte[] secret) {

    JobEnvironment environment(int port, int rank) {
        return new JobEnvironment("127.0.0.1", port, rank, size, ranks.size(), address, secret);
    }
}
