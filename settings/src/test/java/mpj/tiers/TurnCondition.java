package mpj.tiers;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips a test of the second tier, unless its turn has come. */
final class TurnCondition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<String> test = context.getElement().flatMap(TurnCondition::test);
        return test.isEmpty() || Turn.hasComeFor(test.get()) ? ConditionEvaluationResult.enabled("its turn has come")
            : ConditionEvaluationResult.disabled("second tier");
    }

    /** What has the annotation and therefore the turn: the method, or its class. */
    private static Optional<String> test(AnnotatedElement element) {
        if (element instanceof Method method) {
            String owner = method.getDeclaringClass().getName();
            return method.isAnnotationPresent(SecondTier.class) ? Optional.of(owner + "." + method.getName())
                : Optional.empty();
        }
        return element instanceof Class<?> type && type.isAnnotationPresent(SecondTier.class)
            ? Optional.of(type.getName()) : Optional.empty();
    }
}
