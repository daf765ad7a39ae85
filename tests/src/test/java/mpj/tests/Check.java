package mpj.tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that every rank of a job runs between two barriers. It throws on a rank that finds something wrong. Its
 * class has a constructor without parameters, which is called after Init.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Check {
    /** The least number of ranks for which the check makes sense. */
    int ranks() default 1;
}
