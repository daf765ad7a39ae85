package tycho.mediator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jgroups.JChannel;
import org.junit.jupiter.api.Test;

/** The list of protocols that JGroups is given, beside its own. */
class ProtocolsTest {
    private static final Pattern PROTOCOL = Pattern.compile("<class id=\"(\\d+)\" +name=\"([^\"]+)\"");

    private static Map<String, String> numbers(String list) throws IOException {
        Map<String, String> numbers = new TreeMap<>();
        try (InputStream in = JChannel.class.getClassLoader().getResourceAsStream(list)) {
            PROTOCOL.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8)).results()
                .forEach((MatchResult each) -> numbers.put(each.group(2), each.group(1)));
        }
        return numbers;
    }

    @Test
    void protocolsHaveTheNumbersThatJGroupsGivesThem() throws IOException {
        Map<String, String> own = numbers(Network.PROTOCOLS);
        Map<String, String> all = numbers("jg-protocol-ids.xml");
        assertTrue(own.size() > 10 && own.size() < all.size(), () -> own + " of " + all);
        own.forEach((protocol, number) -> assertEquals(all.get(protocol), number, protocol));
    }
}
