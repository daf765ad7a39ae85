package mpj.engine;

/** What a thread waits for. Asked with the engine's lock held. */
interface Completion {
    boolean reached();
}
