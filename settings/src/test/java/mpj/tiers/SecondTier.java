package mpj.tiers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test of the second tier within a module: it takes long, and seldom finds something new. It runs only in its
 * {@link Turn}. A class with this annotation has one turn for all its tests.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(TurnCondition.class)
public @interface SecondTier {
}
