package mpj.transport.spi;

/**
 * Takes leave of the peers for a process that ends without closing its {@link Transport}. Like the transport's methods,
 * this is called by one thread at a time.
 */
public interface Departure {

    /**
     * Says whether the process may end. It is called again and again, with {@link Transport#progress} between the
     * calls. The first call tells the peers that the process ends. Packets that are committed later may be lost.
     *
     * @return true when no peer needs this process any more: each peer has taken what was committed before the first
     *     call, or will find it without this process, or is gone
     */
    boolean isOver();
}
