package mpj.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs on several ranks. Each rank is between {@code MPI.Init} and {@code MPI.Finalize}, and runs the
 * method with its own object of the class, and with the methods before and after it. A parameter of type
 * {@code mpi.Intracomm} or {@code mpi.Comm} is {@code MPI.COMM_WORLD}; the API may be any that has them.
 *
 * {@snippet :
 * @MpiTest(ranks = 4, transport = {"threads", "shm"})
 * void everyRankGetsTheSum(Intracomm world) {
 *     int[] sum = {world.Rank()};
 *     world.Allreduce(MPI.IN_PLACE, 0, sum, 0, 1, MPI.INT, MPI.SUM);
 *     assertEquals(6, sum[0]);
 * }
 * }
 *
 * <p>The test fails if it fails on one rank. The failure names all ranks that failed, and has their stack traces. After
 * {@link #timeout} it says where every rank stands. What ranks print begins with their number.
 *
 * <p>The JVM that runs the tests starts the ranks, by {@link mpj.launch.Job}, with its own class path. They are JVMs
 * beside it, or with the transport {@code threads} threads of one JVM beside it. Methods for all tests of a class
 * ({@code @BeforeAll}) run in the ranks, and in the JVM that runs the tests as well, where there is no MPI.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@TestTemplate
@ExtendWith(MpiTestExtension.class)
@SuppressWarnings("exports") // JUnit alone has to do with the extension
public @interface MpiTest {
    /**
     * The number of ranks.
     *
     * @return at least 1
     */
    int ranks() default 2;

    /**
     * How ranks talk: the test runs once over each.
     *
     * @return values of the property {@code mpj.transport}, as {@code threads}, {@code shm} or {@code nio}
     */
    String[] transport() default "threads";

    /**
     * How long the method may take, from when all ranks have begun with it. Until then they have a minute.
     *
     * @return seconds, more than 0
     */
    int timeout() default 60;

    /**
     * System properties of the ranks, as {@code mpj.check=true}.
     *
     * @return each as name=value
     */
    String[] properties() default {};

    /**
     * Options of the ranks' JVMs, as {@code -Xmx1g}.
     *
     * @return each by itself
     */
    String[] jvmOptions() default {};
}
