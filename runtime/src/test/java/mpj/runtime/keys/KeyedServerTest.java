package mpj.runtime.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class KeyedServerTest {
    /** No host has an address of 2001:db8::/32, which is for documentation. */
    @Test
    void addressThatIsNotOfThisHostIsNamedAsItWasWritten() {
        InetSocketAddress address = KnownDaemons.listening("--listen", "[2001:db8:1:2:3:4:5:6]:6750", "[::1]:6750");
        String refusal = assertThrows(IOException.class,
            () -> KeyedServer.start(address, null, "mpjnamed", null, null, 1)).getMessage();
        assertTrue(refusal.startsWith("cannot listen on [2001:db8:1:2:3:4:5:6]:6750: "), refusal);
        assertEquals("[2001:db8:1:2:3:4:5:6]:7", KnownDaemons.text(address, 7));
        assertEquals("127.0.0.1:7", KnownDaemons.text(KnownDaemons.parse("127.0.0.1:0"), 7));
    }
}
