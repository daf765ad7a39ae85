package tycho.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Patterns of topics, over few names, so that patterns often have topics in common. */
class TopicPatternTest {
    @Provide
    Arbitrary<TopicPattern> topics() {
        return Arbitraries.of("a", "b").list().ofMinSize(1).ofMaxSize(4)
            .map(levels -> TopicPattern.topic(String.join("/", levels)));
    }

    @Provide
    Arbitrary<TopicPattern> patterns() {
        Arbitrary<String> fixed = Arbitraries.of("a", "b", "*").list().ofMinSize(1).ofMaxSize(4)
            .map(levels -> String.join("/", levels));
        return Arbitraries.oneOf(fixed, fixed.map(text -> text + "/**"), Arbitraries.just("**"))
            .map(TopicPattern::parse);
    }

    @Property
    void aPatternThatCoversAnotherMatchesAllItsTopics(@ForAll("patterns") TopicPattern one,
            @ForAll("patterns") TopicPattern other, @ForAll("topics") TopicPattern topic) {
        if (one.covers(other) && other.covers(topic)) {
            assertTrue(one.covers(topic), one + " covers " + other + ", which matches " + topic);
        }
    }

    @Property
    void patternsThatMatchOneTopicOverlap(@ForAll("patterns") TopicPattern one,
            @ForAll("patterns") TopicPattern other, @ForAll("topics") TopicPattern topic) {
        assertEquals(one.overlaps(other), other.overlaps(one));
        if (one.covers(topic) && other.covers(topic)) {
            assertTrue(one.overlaps(other), one + " and " + other + " match " + topic);
        }
    }

    @Property
    void aPatternCoversItselfAndOverlapsWhatItCovers(@ForAll("patterns") TopicPattern one,
            @ForAll("patterns") TopicPattern other) {
        assertTrue(one.covers(one));
        if (one.covers(other)) {
            assertTrue(one.overlaps(other), one + " covers " + other);
        }
    }

    @Property
    void aTopicOverlapsJustTheTopicsThatItEquals(@ForAll("topics") TopicPattern one,
            @ForAll("topics") TopicPattern other) {
        assertEquals(one.equals(other), one.overlaps(other));
        assertEquals(one.equals(other), one.covers(other));
    }

    @Example
    void anOpenPatternMatchesAlsoNoFurtherLevel() {
        assertTrue(TopicPattern.parse("a/**").covers(TopicPattern.topic("a")));
        assertFalse(TopicPattern.parse("a/*").covers(TopicPattern.topic("a")));
        assertFalse(TopicPattern.parse("a/*").covers(TopicPattern.parse("a/**")));
        assertFalse(TopicPattern.parse("a/*/c").overlaps(TopicPattern.parse("a/*/d")));
    }

    @Example
    void whatIsNoPatternIsRefused() {
        for (String wrong : new String[] {"", "a//b", "/a", "a/", "**/a", "a*", "a/b c", "***", "x".repeat(256)}) {
            assertThrows(IllegalArgumentException.class, () -> TopicPattern.parse(wrong), wrong);
        }
        assertThrows(IllegalArgumentException.class, () -> TopicPattern.topic("a/*"));
    }
}
