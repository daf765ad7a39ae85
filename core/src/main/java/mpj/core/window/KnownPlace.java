package mpj.core.window;

import java.lang.foreign.MemorySegment;

/** Items of one size in the memory of a target that this process sees, wherever in its window. Immutable. */
final class KnownPlace {
    final MappedTarget target;
    final MemorySegment memory;
    final Epochs epochs;
    final long unit;
    /** The largest displacement at which the items lie in the window. */
    final long last;

    private KnownPlace(MappedTarget target, MemorySegment memory, Epochs epochs, long bytes) {
        this.target = target;
        this.memory = memory;
        this.epochs = epochs;
        unit = target.unit;
        last = (memory.byteSize() - bytes) / unit;
    }

    /**
     * Returns null if the process does not see the items' memory, or if the items are not adjacent elements.
     *
     * @param place the items, which lie in the window
     */
    static KnownPlace of(Target target, Place place, Epochs epochs) {
        MemorySegment memory = target instanceof MappedTarget mapped ? mapped.memory() : null;
        return memory != null && KnownBuffer.isPlain(place.datatype())
            ? new KnownPlace((MappedTarget) target, memory, epochs, place.bytes()) : null;
    }
}
