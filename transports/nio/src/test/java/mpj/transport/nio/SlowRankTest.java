package mpj.transport.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The reports about connections that prove nothing in time. A slow rank connects again, and a stranger does not. */
class SlowRankTest {
    private static final long SECOND = 1_000_000_000;
    private static final long GRACE = 10 * SECOND;

    private final List<String> warnings = new ArrayList<>();
    private final Strangers strangers = new Strangers(warnings::add, GRACE);
    private final List<SocketChannel> channels = new ArrayList<>();
    private ServerSocketChannel listener;

    @BeforeEach
    void listen() throws IOException {
        listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void closeAll() throws IOException {
        listener.close();
        for (SocketChannel channel : channels) {
            channel.close();
        }
    }

    private SocketChannel accept() throws IOException {
        channels.add(SocketChannel.open(listener.getLocalAddress()));
        SocketChannel accepted = listener.accept();
        channels.add(accepted);
        return accepted;
    }

    private SocketChannel addAt(long time) throws IOException {
        SocketChannel channel = accept();
        strangers.add(new Admission(channel, null, null, null, time), time);
        return channel;
    }

    @Test
    void connectionIsDroppedWhenTheLimitOfTheMomentIsOver() throws IOException {
        SocketChannel channel = addAt(0);
        strangers.expire(2 * SECOND, 3 * SECOND);
        assertTrue(channel.isOpen());
        strangers.expire(2 * SECOND, SECOND);
        assertTrue(!channel.isOpen() && strangers.isEmpty());
    }

    @Test
    void slowRankThatComesAgainIsNotReported() throws IOException {
        addAt(0);
        strangers.expire(2 * SECOND, SECOND);
        strangers.came(accept());
        strangers.expire(100 * SECOND, SECOND);
        assertEquals(List.of(), warnings);
    }

    @Test
    void connectionThatDoesNotComeAgainIsReportedOnceAsAStrangerOrASlowRank() throws IOException {
        addAt(0);
        addAt(0);
        strangers.expire(2 * SECOND, SECOND);
        strangers.expire(2 * SECOND + GRACE - 1, SECOND);
        assertEquals(List.of(), warnings);
        strangers.expire(2 * SECOND + GRACE, SECOND);
        strangers.expire(100 * SECOND, SECOND);
        assertEquals(1, warnings.size());
        assertTrue(warnings.getFirst().contains("or a slow rank of this job on a busy host"), warnings::getFirst);
    }

    @Test
    void provenStrangerIsReportedAtOnce() throws IOException {
        SocketChannel channel = accept();
        strangers.drop(new Admission(channel, null, null, null, 0), "it does not know the job's secret");
        assertEquals(1, warnings.size());
        assertTrue(warnings.getFirst().contains("which is no rank of this job"), warnings::getFirst);
    }
}
