package mpj.engine.packet;

import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.BootstrapException;
import mpj.transport.spi.Job;

/**
 * The number that tells this world of the job from others, for the {@linkplain Job#id id} of the job. Rank 0 draws it
 * and publishes it with its addresses. The other ranks look it up when they first need it: most of them never meet a
 * process of another job. It is random, because two jobs may have the same secret. It is no secret, so it does not have
 * to be hard to guess. Thread-safe.
 */
final class WorldNumber implements IntSupplier {
    /** A number that is never drawn. */
    private static final int WITHOUT_RANK_ZERO = Integer.MAX_VALUE;

    private final Bootstrap bootstrap;
    /** 0 if it is not known yet. */
    private volatile int number;

    WorldNumber(Bootstrap bootstrap) {
        this.bootstrap = bootstrap;
        if (bootstrap.rank() == 0) {
            number = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
        }
    }

    /** The number in the form in which rank 0 publishes it. */
    byte[] encoded() {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    @Override
    public int getAsInt() {
        if (number == 0) {
            number = ofRankZero();
        }
        return number;
    }

    private int ofRankZero() {
        byte[] published;
        try {
            published = bootstrap.get(0, TransportAddresses.KEY);
        } catch (BootstrapException e) {
            return WITHOUT_RANK_ZERO; // it was lost before it published anything, and all ranks learn that here
        }
        return ByteBuffer.wrap(TransportAddresses.decode("rank 0", published).byName().get(TransportAddresses.WORLD))
            .getInt();
    }
}
