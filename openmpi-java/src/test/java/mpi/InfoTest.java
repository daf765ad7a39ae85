package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Infos: chapter 9 of MPI 3.1. */
final class InfoTest {
    private static List<String> keys(Info info) {
        return IntStream.range(0, info.size()).mapToObj(info::getKey).toList();
    }

    private static void assertError(int errorClass, String words, Executable call) {
        MPIException e = assertThrows(MPIException.class, call);
        assertTrue(e.getMessage().contains(words), e::getMessage);
        assertEquals(errorClass, e.getErrorClass(), e::getMessage);
    }

    @Test
    void keysStayInTheOrderInWhichTheyCame() {
        Info info = new Info();
        assertEquals(0, info.size());
        info.set("wdir", "/tmp");
        info.set("arch", "any");
        info.set("file", "");
        info.set("wdir", "/home");
        assertEquals(List.of("wdir", "arch", "file"), keys(info));
        assertEquals("/home", info.get("wdir"));
        assertEquals("", info.get("file"));
        assertNull(info.get("Wdir"), "keys are as they are written");
        info.delete("arch");
        assertEquals(List.of("wdir", "file"), keys(info));
        info.set("arch", "any");
        assertEquals(List.of("wdir", "file", "arch"), keys(info));
    }

    @Test
    void duplicateIsAnInfoOfItsOwn() {
        Info info = new Info();
        info.set("b", "1");
        info.set("a", "2");
        Info dup = info.dup();
        Info clone = info.clone();
        info.set("c", "3");
        info.set("b", "4");
        assertEquals(List.of("b", "a"), keys(dup));
        assertEquals("1", dup.get("b"));
        info.free();
        assertTrue(info.isNull());
        assertEquals(List.of("b", "a"), keys(clone));
        assertFalse(clone.isNull());
    }

    @Test
    void limitsCountCharacters() {
        Info info = new Info();
        String key = "k".repeat(MPI.MAX_INFO_KEY);
        String value = "v".repeat(MPI.MAX_INFO_VAL);
        info.set(key, value);
        assertEquals(value, info.get(key));
        assertError(MPI.ERR_INFO_KEY, "MPI.MAX_INFO_KEY", () -> info.set(key + "k", value));
        assertError(MPI.ERR_INFO_KEY, "0 characters", () -> info.get(""));
        assertError(MPI.ERR_INFO_KEY, "key is null", () -> info.delete(null));
        assertError(MPI.ERR_INFO_VALUE, "MPI.MAX_INFO_VAL", () -> info.set(key, value + "v"));
        assertError(MPI.ERR_INFO_VALUE, "value is null", () -> info.set(key, null));
    }

    @Test
    void wrongCallsAreRefused() {
        Info info = new Info();
        assertError(MPI.ERR_INFO_NOKEY, "no key \"none\"", () -> info.delete("none"));
        assertError(MPI.ERR_ARG, "i is 0; the info has 0 keys", () -> info.getKey(0));
        info.free();
        for (Info none : List.of(info, MPI.INFO_NULL)) {
            assertTrue(none.isNull());
            assertError(MPI.ERR_INFO, "MPI.INFO_NULL, or was freed", () -> none.set("a", "b"));
            assertError(MPI.ERR_INFO, "MPI.INFO_NULL, or was freed", () -> none.get("a"));
            assertError(MPI.ERR_INFO, "MPI.INFO_NULL, or was freed", none::size);
            assertError(MPI.ERR_INFO, "MPI.INFO_NULL, or was freed", none::dup);
            assertError(MPI.ERR_INFO, "MPI.INFO_NULL, or was freed", none::free);
        }
    }
}
