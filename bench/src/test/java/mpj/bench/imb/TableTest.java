package mpj.bench.imb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The lines are what IMB-MPI1 2021 prints for the same figures. */
class TableTest {
    private static final int[] PAIR = {0, 1};

    private static String printed(Table.Multi multi, Consumer<Table> use) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        use.accept(new Table(new PrintStream(bytes, true, StandardCharsets.UTF_8), multi));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void pingPongHasOneTimeAndABandwidth() {
        assertEquals("""

            #---------------------------------------------------
            # Benchmarking PingPong\s
            # #processes = 2\s
            #---------------------------------------------------
                   #bytes #repetitions      t[usec]   Mbytes/sec
                        0          100         1.73         0.00
                  4194304           10       107.19     39131.41
            """, printed(Table.Multi.OFF, table -> {
                table.heading("PingPong", Presentation.PING_PONG, List.of(PAIR), 0);
                table.line(0, Presentation.PING_PONG, 0, 100, new Figures(1.72, 1.73, 1.725, 0, 0));
                table.line(0, Presentation.PING_PONG, 4194304, 10, new Figures(107, 107.19, 107.1, 39131.41, 0));
            }));
    }

    @Test
    void sendrecvHasTheRangeOfTimesAndABandwidth() {
        assertEquals("""

            #-----------------------------------------------------------------------------
            # Benchmarking Sendrecv\s
            # #processes = 2\s
            # ( 2 additional processes waiting in MPI_Barrier)
            #-----------------------------------------------------------------------------
                   #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec
                        8           20         2.79         3.11         2.95         5.15
            """, printed(Table.Multi.OFF, table -> {
                table.heading("Sendrecv", Presentation.SENDRECV, List.of(PAIR), 2);
                table.line(0, Presentation.SENDRECV, 8, 20, new Figures(2.79, 3.11, 2.95, 5.15, 0));
            }));
    }

    @Test
    void collectivesHaveTheRangeOfTimes() {
        assertEquals("""

            #----------------------------------------------------------------
            # Benchmarking Allreduce\s
            # #processes = 2\s
            #----------------------------------------------------------------
                   #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
                        8           20         0.20         0.21         0.20
            """, printed(Table.Multi.OFF, table -> {
                table.heading("Allreduce", Presentation.COLLECTIVE, List.of(PAIR), 0);
                table.line(0, Presentation.COLLECTIVE, 8, 20, new Figures(0.2, 0.21, 0.2, 38.1, 0));
            }));
    }

    @Test
    void barrierHasNoSizes() {
        assertEquals("""

            #---------------------------------------------------
            # Benchmarking Barrier\s
            # #processes = 4\s
            #---------------------------------------------------
             #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
                       20         6.95         6.95         6.95
            """, printed(Table.Multi.OFF, table -> {
                table.heading("Barrier", Presentation.SYNC, List.of(new int[] {0, 1, 2, 3}), 0);
                table.line(0, Presentation.SYNC, 0, 20, new Figures(6.95, 6.95, 6.95, 0, 0));
            }));
    }

    @Test
    void unibandHasBandwidthAndMessageRate() {
        assertEquals("""

            #---------------------------------------------------
            # Benchmarking Uniband\s
            # #processes = 2\s
            #---------------------------------------------------
                   #bytes #repetitions   Mbytes/sec      Msg/sec
                        8           20        55.50      6937124
            """, printed(Table.Multi.OFF, table -> {
                table.heading("Uniband", Presentation.MESSAGE_RATE, List.of(PAIR), 0);
                table.line(0, Presentation.MESSAGE_RATE, 8, 20, new Figures(1, 1, 1, 55.497, 6937123.9));
            }));
    }

    @Test
    void slowestOfSeveralGroupsShowsTheRangeForPingPongToo() {
        assertEquals("""

            #-----------------------------------------------------------------------------
            # Benchmarking Multi-PingPong\s
            # ( 2 groups of 2 processes each running simultaneous )\s
            # Group  0:     0    1
            #\s
            # Group  1:     2    3
            #\s
            #-----------------------------------------------------------------------------
                   #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec
                        4           20         5.12         5.27         5.18         0.76
            """, printed(Table.Multi.SLOWEST_GROUP, table -> {
                table.heading("PingPong", Presentation.PING_PONG, List.of(PAIR, new int[] {2, 3}), 0);
                table.size();
                table.line(0, Presentation.PING_PONG, 4, 20, new Figures(5.12, 5.27, 5.18, 0.76, 0));
            }));
    }

    @Test
    void everyOfSeveralGroupsHasItsLine() {
        assertEquals("""

            #----------------------------------------------------------------
            # Benchmarking Multi-PingPong\s
            # ( 2 groups of 2 processes each running simultaneous )\s
            # Group  0:     0    1
            #\s
            # Group  1:     2    3
            #\s
            #----------------------------------------------------------------
                    Group       #bytes #repetitions      t[usec]   Mbytes/sec

                        0            4           20         4.92         0.81
                        1            4           20         4.95         0.81
            """, printed(Table.Multi.ALL_GROUPS, table -> {
                table.heading("PingPong", Presentation.PING_PONG, List.of(PAIR, new int[] {2, 3}), 0);
                table.size();
                table.line(0, Presentation.PING_PONG, 4, 20, new Figures(4.92, 4.92, 4.92, 0.81, 0));
                table.line(1, Presentation.PING_PONG, 4, 20, new Figures(4.95, 4.95, 4.95, 0.81, 0));
            }));
    }

    @Test
    void sizeThatDoesNotFitSaysHowMuchItNeeds() {
        assertEquals("      1048576 out-of-mem.; needed X=   0.003 GB; use flag \"-mem X\"\n",
            printed(Table.Multi.OFF, table -> table.outOfMemory(0, 1048576, 2.0 / 1024)));
    }
}
