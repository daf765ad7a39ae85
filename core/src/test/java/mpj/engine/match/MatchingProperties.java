package mpj.engine.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import mpj.engine.Receive;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** The lists of posted receives and of unexpected messages, compared with the simplest list that does the same. */
class MatchingProperties {
    /** Of these tags and sources, several pairs fall into one bin. */
    private static final Integer[] TAGS = {0, 1, 2, 31, 1024, Integer.MAX_VALUE};
    private static final int SOURCES = 4;

    enum Kind { ADD, TAKE, REMOVE }

    /** One step. {@code place} chooses the entry that is removed. */
    record Step(Kind kind, int context, int source, int tag, int place) {
        private boolean accepts(int inContext, int fromSource, int withTag) {
            return context == inContext && (source == Receive.ANY || source == fromSource)
                && (tag == Receive.ANY || tag == withTag);
        }

        private int anySource() {
            return Math.max(source, 0);
        }

        private int anyTag() {
            return Math.max(tag, 0);
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Combinators.combine(Arbitraries.frequency(
                Tuple.of(5, Kind.ADD), Tuple.of(4, Kind.TAKE),
                Tuple.of(1, Kind.REMOVE)),
            Arbitraries.integers().between(0, 1), Arbitraries.integers().between(Receive.ANY, SOURCES - 1),
            Arbitraries.frequencyOf(Tuple.of(4, Arbitraries.of(TAGS)),
                Tuple.of(1, Arbitraries.just(Receive.ANY))),
            Arbitraries.integers().between(0, 1000)).as(Step::new).list().ofMaxSize(300);
    }

    @Property(tries = 500, seed = "1")
    void messageTakesTheEarliestReceiveThatAcceptsIt(@ForAll("steps") List<Step> steps) {
        PostedReceives posted = new PostedReceives();
        List<Receive> model = new ArrayList<>();
        for (Step step : steps) {
            switch (step.kind()) {
                case ADD -> {
                    Receive receive = new Receive(null, null);
                    receive.context = step.context();
                    receive.source = step.source();
                    receive.tag = step.tag();
                    posted.add(receive);
                    model.add(receive);
                    assertTrue(receive.posted);
                }
                case TAKE -> {
                    Receive expected = model.stream().filter(receive ->
                        receive.accepts(step.anySource(), step.anyTag(), step.context())).findFirst().orElse(null);
                    assertSame(expected, posted.take(step.context(), step.anySource(), step.anyTag()));
                    if (expected != null) {
                        assertFalse(expected.posted);
                        model.remove(expected);
                    }
                }
                default -> {
                    if (!model.isEmpty()) {
                        Receive removed = model.remove(step.place() % model.size());
                        posted.remove(removed);
                        assertFalse(removed.posted);
                    }
                }
            }
        }
        for (Receive receive : model) {
            assertTrue(receive.posted);
        }
    }

    @Property(tries = 500, seed = "1")
    void receiveFindsTheEarliestMessageThatItAccepts(@ForAll("steps") List<Step> steps) {
        UnexpectedMessages unexpected = new UnexpectedMessages();
        List<Arrival> model = new ArrayList<>();
        for (Step step : steps) {
            switch (step.kind()) {
                case ADD -> {
                    Arrival arrival = arrival(step.context(), step.anySource(), step.anyTag());
                    unexpected.add(arrival);
                    model.add(arrival);
                }
                case TAKE -> {
                    Arrival expected = model.stream().filter(arrival ->
                        step.accepts(arrival.context, arrival.source, arrival.tag)).findFirst().orElse(null);
                    Arrival found = unexpected.find(step.context(), step.source(), step.tag());
                    assertSame(expected, found);
                    if (found != null) {
                        unexpected.remove(found);
                        model.remove(found);
                    }
                }
                default -> {
                    if (!model.isEmpty()) {
                        unexpected.remove(model.remove(step.place() % model.size()));
                    }
                }
            }
            assertEquals(model.isEmpty(), unexpected.isEmpty());
        }
    }

    /** There are enough entries for a long search in a list that is never shortened. */
    private static final int MANY = 100_000;

    @Example
    void howManyMessagesWaitDoesNotLengthenASearch() {
        UnexpectedMessages unexpected = manyWaiting();
        for (int tag = MANY - 1; tag >= 0; tag--) {
            Arrival found = unexpected.find(0, 0, tag);
            assertEquals(tag, found.tag);
            unexpected.take(found);
        }
        assertTrue(unexpected.isEmpty());
        assertTrue(unexpected.looks() < 4L * MANY, unexpected.looks() + " messages were looked at");
    }

    @Example
    void howManyMessagesWaitDoesNotLengthenASearchWithWildcards() {
        UnexpectedMessages unexpected = manyWaiting();
        unexpected.add(arrival(0, SOURCES - 1, MANY));
        assertEquals(MANY, unexpected.find(0, SOURCES - 1, Receive.ANY).tag);
        for (int tag = MANY; tag >= 0; tag--) {
            Arrival found = unexpected.find(0, Receive.ANY, tag);
            assertEquals(tag, found.tag);
            unexpected.take(found);
        }
        assertTrue(unexpected.isEmpty());
        assertTrue(unexpected.looks() < MANY, unexpected.looks() + " messages were looked at");
    }

    @Example
    void wildcardsTakeMessagesInTheOrderOfArrivalHoweverManyWait() {
        UnexpectedMessages unexpected = manyWaiting();
        assertEquals(MANY - 1, unexpected.find(0, Receive.ANY, MANY - 1).tag);
        for (int tag = 0; tag < MANY; tag += 2) {
            unexpected.take(unexpected.find(0, 0, tag));
        }
        unexpected.add(arrival(0, 0, 0));
        for (int tag = 1; tag < MANY; tag += 2) {
            Arrival found = unexpected.find(0, tag % 4 == 1 ? 0 : Receive.ANY, Receive.ANY);
            assertEquals(tag, found.tag);
            unexpected.take(found);
        }
        assertEquals(0, unexpected.find(0, Receive.ANY, Receive.ANY).tag);
        assertNull(unexpected.find(1, Receive.ANY, Receive.ANY));
    }

    private static UnexpectedMessages manyWaiting() {
        UnexpectedMessages unexpected = new UnexpectedMessages();
        for (int tag = 0; tag < MANY; tag++) {
            unexpected.add(arrival(0, 0, tag));
        }
        return unexpected;
    }

    private static Arrival arrival(int context, int source, int tag) {
        Arrival arrival = new Arrival();
        arrival.begin(source, Envelope.pack(Envelope.MESSAGE, context, tag), 0, 0, Arrival.WHOLE);
        return arrival;
    }

    @Property(seed = "1")
    void envelopeReturnsItsParts(@ForAll("kinds") int kind, @ForAll("contexts") int context,
                                          @ForAll("tags") int tag) {
        long envelope = Envelope.pack(kind, context, tag);
        assertEquals(kind, Envelope.kind(envelope));
        assertEquals(context, Envelope.context(envelope));
        assertEquals(tag, Envelope.tag(envelope));
    }

    @Provide
    Arbitrary<Integer> kinds() {
        return Arbitraries.integers().between(0, 255);
    }

    @Provide
    Arbitrary<Integer> contexts() {
        return Arbitraries.integers().between(0, Envelope.MAXIMUM_CONTEXT);
    }

    @Provide
    Arbitrary<Integer> tags() {
        return Arbitraries.integers().between(0, Integer.MAX_VALUE);
    }
}
