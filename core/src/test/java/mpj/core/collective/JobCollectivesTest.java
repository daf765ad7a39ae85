package mpj.core.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import mpj.collectives.Topology;
import mpj.runtime.bootstrap.Bootstrap;
import org.junit.jupiter.api.Test;

/** Which ranks share a host, and what follows for their collectives. */
final class JobCollectivesTest {
    /** A job whose ranks say that they are on these hosts. */
    private record Hosts(List<String> hostNames) implements Bootstrap {
        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return hostNames.size();
        }

        @Override
        public int localSize() {
            return 1;
        }

        @Override
        public byte[] secret() {
            return new byte[32];
        }

        @Override
        public void put(String key, byte[] value) {
            // the published values are given
        }

        @Override
        public byte[] get(int from, String key) {
            return hostNames.get(from).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void fence() {
            // everything is published
        }

        @Override
        public void abort(int code, String message) {
            throw new AssertionError("abort " + code);
        }

        @Override
        public void close() {
            // no channel is open
        }
    }

    @Test
    void hostsWhoseNamesHaveTheSameHashAreTwo() {
        List<String> hostNames = List.of("nodeAa", "nodeBB", "nodeAa", "nodeBB", "other");
        assertEquals(Arrays.hashCode(hostNames.get(0).getBytes(StandardCharsets.UTF_8)),
            Arrays.hashCode(hostNames.get(1).getBytes(StandardCharsets.UTF_8)));
        Topology topology = JobCollectives.open(new Hosts(hostNames), "auto").topology(new int[] {4, 3, 2, 1, 0});
        assertEquals(3, topology.hosts());
        assertEquals(List.of(0, 1, 2, 1, 2),
            List.of(topology.host(0), topology.host(1), topology.host(2), topology.host(3), topology.host(4)));
    }

    @Test
    void fewCommunicatorsHaveLargeRooms() {
        JobCollectives job = JobCollectives.open(new Hosts(List.of("a", "b")), "auto");
        int large = 0;
        while (job.takeRooms() == RoomSize.LARGE) {
            large++;
        }
        assertTrue(large > 0 && large < 10, large + " large ones");
        job.giveRoomsBack(RoomSize.USUAL);
        assertEquals(RoomSize.USUAL, job.takeRooms());
        job.giveRoomsBack(RoomSize.LARGE);
        assertEquals(RoomSize.LARGE, job.takeRooms());
        assertEquals(RoomSize.USUAL, job.takeRooms());
    }

    @Test
    void communicatorsHaveTheirChoiceOfAlgorithmsInCommon() {
        JobCollectives job = JobCollectives.open(new Hosts(List.of("a")), "auto");
        assertSame(job.selection(), job.selection());
    }

    @Test
    void ranksThatEachHaveACoreHaveATableOfTheirOwn() {
        assertEquals("cores,shm", JobCollectives.tables("auto", true, false, 16, 16));
        assertEquals("shm", JobCollectives.tables("auto", true, false, 17, 16));
    }

    @Test
    void ranksOfOneProcessHaveATableOfTheirOwn() {
        assertEquals("threads,cores,shm", JobCollectives.tables("threads", true, true, 2, 16));
        assertEquals("threads,shm", JobCollectives.tables("auto", true, true, 17, 16));
    }

    @Test
    void ranksThatUseANetworkHaveATableOfTheirOwn() {
        assertEquals("tcp", JobCollectives.tables("auto", false, false, 2, 16));
        assertEquals("tcp", JobCollectives.tables("nio", true, false, 2, 16));
        assertEquals("fabric", JobCollectives.tables("libfabric:tcp", true, false, 2, 16));
        assertEquals("fabric", JobCollectives.tables("verbs", false, false, 17, 16));
    }

    /** For these ranks, the number of the host serves as a color. */
    @Test
    void hostHasTheSameNumberOnRanksThatHaveAskedForOthersBefore() {
        List<String> hostNames = List.of("a", "b", "c", "b", "a");
        JobCollectives one = JobCollectives.open(new Hosts(hostNames), "auto");
        JobCollectives other = JobCollectives.open(new Hosts(hostNames), "auto");
        other.topology(new int[] {2, 1});
        int[] members = {3, 0, 2, 4, 1};
        for (int place = 0; place < members.length; place++) {
            assertEquals(one.hostOf(members, place), other.hostOf(members, place));
        }
        assertEquals(one.hostOf(members, 0), one.hostOf(members, 4));
        assertNotEquals(one.hostOf(members, 0), one.hostOf(members, 1));
    }
}
