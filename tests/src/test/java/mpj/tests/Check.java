package mpj.tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that every rank of a job runs, between two barriers, and that throws on a rank which sees something wrong.
 * Its class has a constructor without parameters, called after Init.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Check {
    /** The least number of ranks it makes sense for. */
    int ranks() default 1;
}
