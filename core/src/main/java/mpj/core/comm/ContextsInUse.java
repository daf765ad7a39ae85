package mpj.core.comm;

import mpj.engine.Context;
import mpj.engine.Contexts;

/** The ids of this process in the form that the engine needs: as contexts. */
record ContextsInUse(ContextIds ids) implements Contexts {
    @Override
    public boolean isUsed(Context context) {
        return ids.isUsed(context.id());
    }

    @Override
    public void release(Context context) {
        ids.release(context.id());
    }
}
