package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import mpj.tests.programs.Observed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.common.unit.ContentType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.internal.EventArray;
import org.openjdk.jmc.flightrecorder.internal.FlightRecordingLoader;

/** A recording, as the reader of JDK Mission Control sees it. Its event browser shows the same. */
class MissionControlTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @TempDir
    private Path folder;

    private Map<String, EventArray> events() throws Exception {
        Job.Result result = Job.start("-np", "2", "-Dmpj.events=true",
            "-J-XX:StartFlightRecording:filename=" + folder + "/%p.jfr", Observed.class.getName()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        Map<String, EventArray> events = new HashMap<>();
        try (var files = Files.list(folder); InputStream in = Files.newInputStream(files.findFirst().orElseThrow())) {
            for (EventArray each : FlightRecordingLoader.loadStream(in, false, false).getArrays()) {
                events.put(each.getType().getIdentifier(), each);
            }
        }
        return events;
    }

    private static ContentType<?> contentOf(IType<IItem> type, String label) {
        for (IAccessorKey<?> key : type.getAccessorKeys().keySet()) {
            if (type.getAccessorKeys().get(key).getName().equals(label)) {
                return key.getContentType();
            }
        }
        throw new AssertionError(type.getIdentifier() + " has no field with the label " + label + ": "
            + type.getAccessorKeys().values());
    }

    @Test
    void typesAndFieldsHaveTheirCategoryLabelsAndUnits() throws Exception {
        Map<String, EventArray> events = events();
        Map<String, EventArray> ours = new HashMap<>(events);
        ours.keySet().removeIf(name -> !name.startsWith("mpj."));
        assertTrue(ours.keySet().containsAll(Set.of("mpj.Call", "mpj.MessageSent", "mpj.MessageArrived",
            "mpj.ChannelOpened", "mpj.CollectivePhase", "mpj.ClockSample")), ours.keySet()::toString);
        ours.forEach((name, each) -> {
            assertArrayEquals(new String[] {"MPI"}, each.getTypeCategory(), name);
            assertFalse(each.getType().getName().startsWith("mpj."), each.getType().getName() + " is no label");
            assertFalse(each.getType().getDescription().isEmpty(), name + " has no description");
            each.getType().getAccessorKeys().forEach((key, label) ->
                assertTrue(Character.isUpperCase(label.getName().charAt(0)), name + "." + key.getIdentifier()
                    + " has no label but " + label.getName()));
        });
        IType<IItem> call = events.get("mpj.Call").getType();
        assertEquals("MPI Call", call.getName());
        assertEquals(UnitLookup.MEMORY, contentOf(call, "Bytes"));
        assertEquals(UnitLookup.TIMESPAN, contentOf(call, "Blocked"));
        assertEquals(UnitLookup.PLAIN_TEXT, contentOf(call, "Source Line"));
        assertEquals(UnitLookup.THREAD, contentOf(call, "Event Thread"));
        assertEquals(UnitLookup.TIMESPAN, contentOf(events.get("mpj.ClockSample").getType(), "Error"));
    }

    @Test
    void callsHaveATimeADurationAndAThread() throws Exception {
        EventArray calls = events().get("mpj.Call");
        IType<IItem> type = calls.getType();
        IMemberAccessor<IQuantity, IItem> duration = JfrAttributes.DURATION.getAccessor(type);
        IMemberAccessor<IQuantity, IItem> start = JfrAttributes.START_TIME.getAccessor(type);
        assertTrue(calls.getEvents().length > Observed.TRIPS, () -> calls.getEvents().length + " calls");
        for (IItem call : calls.getEvents()) {
            assertTrue(duration.getMember(call).clampedLongValueIn(UnitLookup.NANOSECOND) > 0, call::toString);
            assertTrue(start.getMember(call).clampedLongValueIn(UnitLookup.EPOCH_MS) > 0, call::toString);
            assertEquals("main", JfrAttributes.EVENT_THREAD.getAccessor(type).getMember(call).getThreadName());
        }
    }
}
