package mpj.core.collective;

import java.lang.reflect.Array;
import mpj.collectives.Blocks;
import mpj.core.datatype.Items;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Receives for a buffer in which an element is named twice. The block that is written last stays in such an element,
 * and the result must not depend on the order in which blocks arrive. A collective also could not read received data
 * again from such an element in order to pass them on. So the blocks are first received one after the other into memory
 * of the collective's own. At the end they are put where they belong, in the order of ranks.
 */
final class Unpacking {
    private final Region buffer = new Region();
    private final Region packed;
    private final Blocks blocks;
    private final int count;

    /**
     * Binds a region to memory of the collective's own, instead of the program's buffer that it is bound to.
     *
     * @param region the region for what is received
     * @param of where the buffer's blocks are, counted in bytes of messages
     * @param count how many blocks there are
     */
    Unpacking(Region region, Blocks of, int count) {
        this.packed = region;
        this.blocks = of;
        this.count = count;
        buffer.bind(region);
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes = Math.max(bytes, of.at(i) + of.length(i));
        }
        TypeDescriptor datatype = buffer.datatype();
        long elements = bytes / datatype.elementBytes();
        if (elements > Integer.MAX_VALUE) {
            throw new EngineException(ErrorClass.ERR_COUNT, "receiving items of " + datatype + " needs an array of "
                + elements + " elements, more than an array can have; make the counts smaller");
        }
        region.bind(Array.newInstance(component(buffer.array(), datatype), (int) elements), 0,
            Items.element(datatype));
    }

    /** Packs the contents of the program's buffer, because the collective may read this rank's own part of it. */
    void begin() {
        for (int i = 0; i < count; i++) {
            move(buffer, packed, i);
        }
    }

    private static Class<?> component(Object buf, TypeDescriptor datatype) {
        return (datatype.isObject() ? buf.getClass() : datatype.arrayClass()).getComponentType();
    }

    /** Puts the elements where they belong. */
    void finish() {
        for (int i = 0; i < count; i++) {
            move(packed, buffer, i);
        }
    }

    private void move(Region from, Region to, int block) {
        long at = blocks.at(block);
        long bytes = blocks.length(block);
        if (!from.datatype().isObject()) {
            from.copy(at, to, at, bytes);
            return;
        }
        Object[] target = (Object[]) to.array();
        int[] places = indexes(to, at, bytes);
        int next = 0;
        for (int index : indexes(from, at, bytes)) {
            target[places[next++]] = ((Object[]) from.array())[index];
        }
    }

    private static int[] indexes(Region region, long at, long objects) {
        return region.datatype().map().indexes(region.index(at), (int) objects);
    }
}
