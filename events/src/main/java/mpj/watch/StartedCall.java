package mpj.watch;

import mpj.tools.Call;
import mpj.tools.Site;

/**
 * A collective call that has returned, and is carried out meanwhile.
 *
 * @param name as in Iallreduce, or Allreduce_init
 * @param communicator its name
 * @param context its number
 * @param bytes of this rank's part
 * @param algorithm which carries it out
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
