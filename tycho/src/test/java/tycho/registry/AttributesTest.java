package tycho.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class AttributesTest {
    @Property
    void attributesAreTheSortedMapOfWhichTheyAreMade(
            @ForAll @Size(max = 20) Map<@AlphaChars @StringLength(max = 3) String, String> plain,
            @ForAll @AlphaChars @StringLength(max = 3) String some) {
        SortedMap<String, String> model = new TreeMap<>(plain);
        Attributes attributes = new Attributes(plain);
        assertEquals(model, attributes);
        assertEquals(attributes, model);
        assertEquals(model.hashCode(), attributes.hashCode());
        assertEquals(model.toString(), attributes.toString());
        assertEquals(new ArrayList<>(model.keySet()), new ArrayList<>(attributes.keySet()));
        assertEquals(new ArrayList<>(model.entrySet()), new ArrayList<>(attributes.entrySet()));
        assertEquals(model.get(some), attributes.get(some));
        assertEquals(model.containsKey(some), attributes.containsKey(some));
        assertEquals(model.headMap(some), attributes.headMap(some));
        assertEquals(model.tailMap(some), attributes.tailMap(some));
        assertEquals(model.subMap(some, some + "x"), attributes.subMap(some, some + "x"));
        assertNull(attributes.comparator());
        if (!model.isEmpty()) {
            assertEquals(model.firstKey(), attributes.firstKey());
            assertEquals(model.lastKey(), attributes.lastKey());
        }
        assertThrows(UnsupportedOperationException.class, () -> attributes.put("a", "b"));
        assertThrows(UnsupportedOperationException.class, () -> attributes.tailMap("").clear());
    }

    @Property
    void anotherOrderDoesNotMatter(@ForAll @Size(max = 20) Map<@AlphaChars String, String> plain) {
        SortedMap<String, String> reversed = new TreeMap<>(Collections.reverseOrder());
        reversed.putAll(plain);
        Attributes attributes = new Attributes(reversed);
        assertEquals(new ArrayList<>(new TreeMap<>(plain).keySet()), new ArrayList<>(attributes.keySet()));
    }
}
