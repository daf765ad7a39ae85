package mpj.core.comm;

import mpj.engine.Contexts;

/** The ids of this process in the form that the engine asks for: by the contexts that they stand for. */
record ContextsInUse(ContextIds ids) implements Contexts {
    @Override
    public boolean isUsed(int context) {
        return ids.isUsed(ContextIds.id(context));
    }

    @Override
    public void release(int context) {
        ids.release(ContextIds.id(context));
    }
}
