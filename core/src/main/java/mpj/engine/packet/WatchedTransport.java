package mpj.engine.packet;

import mpj.transport.spi.Channel;
import mpj.transport.spi.Departure;
import mpj.transport.spi.Doorbell;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Peer;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.SharedObjects;
import mpj.transport.spi.Transport;

/** A transport whose channels and packets are watched. */
final class WatchedTransport implements Transport {
    private final Transport to;
    private final String name;
    private final MessageWatch watch;
    private final RemoteMemory memory;
    /** Made at the first progress. */
    private WatchedPackets packets;

    WatchedTransport(Transport to, String name, MessageWatch watch) {
        this.to = to;
        this.name = name;
        this.watch = watch;
        memory = to.remoteMemory() == null ? null : new WatchedMemory(to.remoteMemory(), name, watch.watch);
    }

    @Override
    public byte[] address() {
        return to.address();
    }

    @Override
    public boolean reaches(byte[] address) {
        return to.reaches(address);
    }

    @Override
    public boolean introduce(int index, Peer peer, byte[] secret) {
        return to.introduce(index, peer, secret);
    }

    @Override
    public Channel connect(int peer, byte[] address) {
        long start = System.nanoTime();
        Channel channel = to.connect(peer, address);
        watch.watch.channelOpened(peer, name, System.nanoTime() - start);
        return new WatchedChannel(channel, peer, name, watch);
    }

    @Override
    public boolean progress(PacketHandler handler) {
        if (packets == null) {
            packets = new WatchedPackets(handler, name, watch);
        }
        return to.progress(packets);
    }

    @Override
    public void prepareToSleep() {
        to.prepareToSleep();
    }

    @Override
    public void sleep(long nanoseconds) {
        to.sleep(nanoseconds);
    }

    @Override
    public void wake() {
        to.wake();
    }

    @Override
    public void congested(int peer, boolean congested) {
        to.congested(peer, congested);
    }

    @Override
    public RemoteMemory remoteMemory() {
        return memory;
    }

    @Override
    public SharedMemory sharedMemory() {
        return to.sharedMemory();
    }

    @Override
    public Doorbell doorbell(int peer, byte[] peerAddress) {
        return to.doorbell(peer, peerAddress);
    }

    @Override
    public SharedObjects sharedObjects() {
        return to.sharedObjects();
    }

    @Override
    public boolean mayBring(int peer) {
        return to.mayBring(peer);
    }

    @Override
    public boolean pending() {
        return to.pending();
    }

    @Override
    public Departure departure() {
        return to.departure();
    }

    @Override
    public void close() {
        to.close();
    }
}
