package mpj.runtime.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import mpj.runtime.wire.Message;
import org.junit.jupiter.api.Test;

/** The limits of a table of names. */
class NameTableTest {
    private static final Message DONE = new Message.Done();

    private final NameTable table = new NameTable("; ask elsewhere");

    private static void assertLimited(Message answer, String words) {
        Message.Unnamed refusal = assertInstanceOf(Message.Unnamed.class, answer);
        assertEquals(Message.Unnamed.UNREACHABLE, refusal.kind());
        assertTrue(refusal.reason().contains(words), refusal.reason());
    }

    @Test
    void namesOfAnOwnerAreLimitedAndOtherOwnersHaveTheirOwnLimit() {
        NameKeeper alice = table.lease("alice");
        for (int i = 0; i < NameTable.MOST_OF_AN_OWNER; i++) {
            assertEquals(DONE, alice.ask(new Message.Publish("name " + i, "port")));
        }
        assertLimited(alice.ask(new Message.Publish("one more", "port")), "alice has published 4096 names");
        assertEquals(DONE, table.lease("bob").ask(new Message.Publish("one more", "port")));
        assertEquals(DONE, alice.ask(new Message.Withdraw("name 7")));
        assertEquals(DONE, alice.ask(new Message.Publish("another", "port")));
    }

    @Test
    void memoryOfTheTableIsLimitedAndComesBack() {
        String port = "x".repeat(Message.MAX_PORT);
        List<NameKeeper> owners = new ArrayList<>();
        Message answer = DONE;
        int published = 0;
        while (answer.equals(DONE) && published < 100_000) {
            if (published % 1_000 == 0) {
                owners.add(table.lease("owner " + owners.size()));
            }
            answer = owners.getLast().ask(new Message.Publish("name " + published++, port));
        }
        assertLimited(answer, "the limit is " + NameTable.MOST_CHARACTERS);
        owners.getFirst().close();
        assertEquals(DONE, owners.getLast().ask(new Message.Publish("name 0", port)));
    }

    @Test
    void lookUpOfAnUnknownNameHasTheRemedy() {
        Message.Unnamed refusal = assertInstanceOf(Message.Unnamed.class,
            table.lease("alice").ask(new Message.LookUp("a")));
        assertEquals("nobody has published the name \"a\"; ask elsewhere", refusal.reason());
    }

    @Test
    void ownerThatHasEndedPublishesNothing() {
        NameKeeper alice = table.lease("alice");
        alice.close();
        assertLimited(alice.ask(new Message.Publish("a", "port")), "alice has ended");
    }
}
