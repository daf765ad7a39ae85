package mpj.tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The jobs in which the checks of a class run. A class without this annotation runs with 2 ranks and with 4 ranks. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(Runs.All.class)
public @interface Runs {
    /** The numbers of ranks. */
    int[] ranks() default {2, 4};

    /** The properties of all these jobs, as for mpjrun's -D. */
    String[] properties() default {};

    /** Several annotations of one class. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface All {
        /** The annotations in their order. */
        Runs[] value();
    }
}
