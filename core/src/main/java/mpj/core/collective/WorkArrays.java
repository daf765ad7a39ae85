package mpj.core.collective;

import java.lang.reflect.Array;
import mpj.core.datatype.Items;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpjbuf.layout.ElementType;

/** The arrays of a collective's own memory. Arrays of primitives are kept for later calls. */
final class WorkArrays {
    /** In bytes. Larger arrays are not kept. */
    private static final long LARGEST_KEPT = 16 << 20;

    private final Object[] kept = new Object[ElementType.values().length];

    /**
     * Binds a region to memory.
     *
     * @param like the region whose elements the memory holds
     * @param operands whether the memory is for operands, whose items must lie as in that region
     */
    void bind(Region region, long bytes, Region like, boolean operands) {
        TypeDescriptor datatype = like.datatype();
        if (operands && !Items.arePlain(datatype)) {
            int items = like.items(bytes);
            region.bind(like.roomFor(items), (int) Items.before(datatype, items), datatype);
            return;
        }
        region.bind(array(like, bytes / datatype.elementBytes(), operands), 0,
            operands ? datatype : Items.element(datatype));
    }

    private Object array(Region like, long length, boolean operands) {
        if (length > Integer.MAX_VALUE) {
            throw new EngineException(ErrorClass.ERR_COUNT, "the call needs a working array of " + length
                + " elements of " + like.datatype() + ", more than an array can have; make the count smaller");
        }
        if (like.datatype().isObject()) {
            Class<?> component = operands ? like.array().getClass().getComponentType() : Object.class;
            return Array.newInstance(component, (int) length);
        }
        ElementType type = like.type();
        Object array = kept[type.ordinal()];
        if (array == null || Array.getLength(array) < length) {
            array = Array.newInstance(type.arrayClass().getComponentType(), (int) length);
            if (length * type.bytes() <= LARGEST_KEPT) {
                kept[type.ordinal()] = array;
            }
        }
        return array;
    }
}
