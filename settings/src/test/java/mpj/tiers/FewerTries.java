package mpj.tiers;

import java.util.List;
import net.jqwik.api.lifecycle.AroundTryHook;
import net.jqwik.api.lifecycle.Lifespan;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.Store;
import net.jqwik.api.lifecycle.TryExecutionResult;
import net.jqwik.api.lifecycle.TryExecutor;
import net.jqwik.api.lifecycle.TryLifecycleContext;

/**
 * Ends a property of jqwik after a hundred tries. All tries of a property belong to the second tier: they run in its
 * {@link Turn}. A class takes part by {@code @AddLifecycleHook(FewerTries.class)}.
 */
public final class FewerTries implements AroundTryHook {
    private static final int TRIES = 100;

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public TryExecutionResult aroundTry(TryLifecycleContext context, TryExecutor tries, List<Object> parameters) {
        Store<Integer> count = Store.getOrCreate(FewerTries.class, Lifespan.PROPERTY, () -> 0);
        count.update(before -> before + 1);
        TryExecutionResult result = tries.execute(parameters);
        String property = context.containerClass().getName() + "." + context.targetMethod().getName();
        return result.isSatisfied() && count.get() >= Turn.count(property, TRIES, Integer.MAX_VALUE)
            ? TryExecutionResult.satisfied(true) : result;
    }
}
