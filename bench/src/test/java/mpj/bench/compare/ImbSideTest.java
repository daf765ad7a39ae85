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
    void windowsFigureIsOneMessage() {
        assertEquals(1, BlockFigure.microseconds("Uniband", 256e-6, 1), 1e-9);
        assertEquals(1, BlockFigure.microseconds("Biband", 512e-6, 1), 1e-9);
        assertEquals(1, BlockFigure.microseconds("osu_mbw_mr", 64e-6, 1), 1e-9);
    }

    @Test
    void timesOfOverlapAndOfMessageRatesAreRead() throws IOException {
        assertEquals(2.44, ImbSide.microseconds("""
                   #bytes #repetitions t_ovrl[usec] t_pure[usec]  t_CPU[usec]   overlap[%]
                        4           20         2.44         2.51         0.42        19.32
            """, "Ibcast", 4, 20));
        assertEquals(955.83, ImbSide.microseconds("""
             #repetitions t_ovrl[usec] t_pure[usec]  t_CPU[usec]   overlap[%]
                       20       955.83       274.98       362.04         0.00
            """, "Ibarrier", 0, 20));
        assertEquals(0.57, ImbSide.microseconds("""
                   #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]
                        4           20         0.27         0.57         0.42
            """, "Ibcast_pure", 4, 20));
        assertEquals(0.5, ImbSide.microseconds("""
                   #bytes #repetitions   Mbytes/sec      Msg/sec
                        4           20        27.67      2000000
            """, "Uniband", 4, 20));
    }

    @Test
    void loopOfPingPongIsTwiceItsFigure() {
        assertEquals(200e-6, BlockFigure.seconds("PingPong", 1, 100), 1e-12);
        assertEquals(100e-6, BlockFigure.seconds("Sendrecv", 1, 100), 1e-12);
    }
}
