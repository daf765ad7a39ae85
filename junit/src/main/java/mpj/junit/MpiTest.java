package mpj.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test that runs on several ranks. Each rank has called {@code MPI.Init} before and calls {@code MPI.Finalize}
 * afterwards. It runs the method on its own object of the class, together with the methods before and after it. A
 * parameter of type {@code mpi.Intracomm} or {@code mpi.Comm} is {@code MPI.COMM_WORLD}. Any API with these types can
 * be used.
 *
 * {@snippet :
 * @MpiTest(ranks = 4, transport = {"threads", "nio"})
 * void everyRankGetsTheSum(Intracomm world) {
 *     int[] sum = {world.Rank()};
 *     world.Allreduce(MPI.IN_PLACE, 0, sum, 0, 1, MPI.INT, MPI.SUM);
 *     assertEquals(6, sum[0]);
 * }
 * }
 *
 * <p>The test fails if it fails on one rank. The failure names all ranks that failed, and contains their stack traces.
 * If the test takes longer than {@link #timeout}, the failure says what every rank is doing. Each line that a rank
 * prints begins with the rank's number.
 *
 * <p>The JVM that runs the tests starts the ranks by {@link mpj.launch.Job}, with its own class path. The ranks are
 * JVMs beside it, or with the transport {@code threads} they are threads of one JVM beside it. Methods for all tests of
 * a class ({@code @BeforeAll}) run in the ranks. They also run in the JVM that runs the tests, where MPI is not
 * available.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@TestTemplate
@ExtendWith(MpiTestExtension.class)
@SuppressWarnings("exports") // only JUnit uses the extension
public @interface MpiTest {
    /**
     * The number of ranks.
     *
     * @return at least 1
     */
    int ranks() default 2;

    /**
     * The transports between the ranks. The test runs once over each.
     *
     * @return values of the property {@code mpj.transport}, such as {@code threads}, {@code shm} or {@code nio}
     */
    String[] transport() default "threads";

    /**
     * The time limit of the method. The time begins when all ranks have begun the method. They have a minute to do so.
     *
     * @return seconds, at least 1
     */
    int timeout() default 60;

    /**
     * System properties of the ranks, such as {@code mpj.check=true}.
     *
     * @return properties, each in the form name=value
     */
    String[] properties() default {};

    /**
     * Options of the ranks' JVMs, such as {@code -Xmx1g}.
     *
     * @return options, one in each element
     */
    String[] jvmOptions() default {};
}
