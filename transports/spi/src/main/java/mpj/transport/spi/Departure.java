package mpj.transport.spi;

/**
 * How a process leaves its peers that ends without having closed its {@link Transport}. Called like the transport's
 * methods, by one thread at a time.
 */
public interface Departure {

    /**
     * Called again and again, with {@link Transport#progress} between the calls. The first call tells the peers that
     * the process ends; what is committed later may be lost.
     *
     * @return whether no peer needs this process any more: each has taken what was committed before the first call, or
     *     will find it without this process, or is gone
     */
    boolean isOver();
}
