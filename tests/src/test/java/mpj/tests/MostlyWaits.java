package mpj.tests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A class whose jobs leave a core free most of the time: they wait for limits, for other launchers or for hosts, or
 * they start one process after another. Its tests run one after the other, and never beside another class with this
 * annotation. They run at the same time as classes without the annotation, which use the cores meanwhile. Its
 * assertions hold however slow the machine is, and however many other jobs run on it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("jobs that mostly wait")
public @interface MostlyWaits {
}
