package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ImbSideTest {
    @Test
    void pingPongsOnlyTimeIsRead() throws IOException {
        assertEquals(1.73, ImbSide.microseconds("""
                   #bytes #repetitions      t[usec]   Mbytes/sec
                        8          100         1.73         4.62
            """, "PingPong", 8, 100));
    }

    @Test
    void slowestRanksTimeIsRead() throws IOException {
        assertEquals(0.21, ImbSide.microseconds("""
                   #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
                        8           20         0.20         0.21         0.20
            """, "Allreduce", 8, 20));
        assertEquals(6.97, ImbSide.microseconds("""
             #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
                       20         6.95         6.97         6.96
            """, "Barrier", 0, 20));
    }

    @Test
    void missingLineIsAnErrorThatShowsTheOutput() {
        assertEquals("IMB printed no line for PingPong, 8 bytes and 20 repetitions:\nout of memory",
            assertThrows(IOException.class, () -> ImbSide.microseconds("out of memory", "PingPong", 8, 20))
                .getMessage());
    }

    @Test
    void loopOfPingPongIsTwiceItsFigure() {
        assertEquals(200e-6, BlockFigure.seconds("PingPong", 1, 100), 1e-12);
        assertEquals(100e-6, BlockFigure.seconds("Sendrecv", 1, 100), 1e-12);
    }
}
