package mpj.tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** In which jobs the checks of a class run; a class without it runs with 2 and with 4 ranks. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(Runs.All.class)
public @interface Runs {
    /** The numbers of ranks. */
    int[] ranks() default {2, 4};

    /** Of all these jobs, as for mpjrun's -D. */
    String[] properties() default {};

    /** Several of them. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface All {
        /** In order. */
        Runs[] value();
    }
}
