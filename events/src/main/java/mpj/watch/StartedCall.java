package mpj.watch;

import mpj.tools.Call;
import mpj.tools.Site;

/**
 * A collective call that has returned and is still being carried out.
 *
 * @param name the name of the called function, such as Iallreduce or Allreduce_init
 * @param communicator the communicator's name
 * @param context the communicator's number
 * @param bytes the bytes of this rank's part
 * @param algorithm the algorithm that carries it out
 */
public record StartedCall(String name, String communicator, int context, long bytes, String algorithm)
    implements Call {
    @Override
    public int peer() {
        return NONE;
    }

    @Override
    public int tag() {
        return NONE;
    }

    @Override
    public long nanoseconds() {
        return 0;
    }

    @Override
    public long blocked() {
        return 0;
    }

    @Override
    public boolean failed() {
        return false;
    }

    @Override
    public Site site() {
        return Site.UNKNOWN;
    }
}
