package mpj.core.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import mpj.core.comm.Info;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.Test;

class HintsTest {
    private static Info info(Map<String, String> values) {
        Info info = Info.empty();
        values.forEach(info::set);
        return info;
    }

    @Test
    void everyHintComesBack() {
        Map<String, String> values = Map.of("cb_nodes", "3", "cb_buffer_size", "1000", "romio_cb_read", "enable",
            "romio_cb_write", "disable", "romio_ds_read", "disable", "romio_ds_write", "enable", "ind_rd_buffer_size",
            "77", "ind_wr_buffer_size", "88");
        Hints hints = Hints.USUAL.with(info(values));
        assertEquals(hints, Hints.of(hints.toInts()));
        Info back = Info.empty();
        hints.addTo(back, hints.nodes());
        values.forEach((key, value) -> assertEquals(value, back.get(key), key));
        assertEquals(values.size(), back.size());
        assertEquals(Hints.USUAL, Hints.USUAL.with(Info.none()));
        assertEquals(Hints.USUAL, Hints.USUAL.with(info(Map.of("striping_factor", "4"))));
    }

    @Test
    void valueThatAHintCannotHave() {
        Map.of("cb_nodes", "0", "cb_buffer_size", "4 MiB", "romio_cb_read", "yes", "ind_rd_buffer_size", "-1",
            "ind_wr_buffer_size", "2000000000").forEach((key, value) -> {
                EngineException e = assertThrows(EngineException.class,
                    () -> Hints.USUAL.with(info(Map.of(key, value))));
                assertEquals(ErrorClass.ERR_INFO_VALUE, e.error());
                assertTrue(e.getMessage().contains(key) && e.getMessage().contains(value), e.getMessage());
            });
    }
}
