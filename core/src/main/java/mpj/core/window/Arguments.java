package mpj.core.window;

import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.BufferArgument;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Checks that both sides of an operation agree, and that the items that it names lie in the target's window. Errors are
 * made in methods of their own, so that the JIT compiler can inline the checks and remove the {@link Place}.
 */
final class Arguments {
    private Arguments() {
    }

    /** The items that an operation names in a target's memory. */
    static Place place(Target target, long displacement, int count, TypeDescriptor datatype) {
        if (datatype == null || count < 0 || !datatype.isUsable() || datatype.isObject()) {
            throw unusable(count, datatype);
        }
        if (displacement > target.farthest || displacement < -target.farthest || !Place.isCountable(count, datatype)) {
            throw outside(target, displacement, count, datatype, "");
        }
        Place place = new Place(displacement * target.unit, count, datatype);
        if (!place.isWithin(target.bytes)) {
            // Not the object above, which the compiler removes only if no call takes it.
            Place named = new Place(displacement * target.unit, count, datatype);
            throw outside(target, displacement, count, datatype, " name bytes " + named.low() + " to "
                + (named.high() - 1));
        }
        return place;
    }

    /** What is wrong with the items. */
    private static EngineException unusable(int count, TypeDescriptor datatype) {
        return datatype == null ? BufferArgument.noDatatype("target", BufferArgument.WHOLE)
            : count < 0 ? BufferArgument.negativeCount("target", BufferArgument.WHOLE, count)
            : datatype.isObject() ? new EngineException(ErrorClass.ERR_TYPE, "targetType is " + datatype
                + "; a window holds elements of primitive types")
            : datatype.unusable("targetType");
    }

    private static EngineException outside(Target target, long displacement, int count, TypeDescriptor datatype,
                                           String bytes) {
        return new EngineException(ErrorClass.ERR_RMA_RANGE, "targetDisp " + displacement + " (unit " + target.unit
            + " bytes) and targetCount " + count + " of " + datatype + bytes + " of rank " + target.rank
            + ", whose window has " + (target.bytes == Long.MAX_VALUE ? "addresses from 0 on"
                : target.bytes + " bytes"));
    }

    /** Checks elements that go from one side to the other. The other side may have room for more. */
    static void checkFits(String to, long room, String from, long bytes, TypeDescriptor datatype,
                          TypeDescriptor targetType) {
        checkMatch(datatype, targetType);
        if (bytes > room) {
            throw truncated(to, room, from, bytes);
        }
    }

    private static EngineException truncated(String to, long room, String from, long bytes) {
        return new EngineException(ErrorClass.ERR_TRUNCATE, from + " has " + bytes + " bytes of elements, and " + to
            + " only " + room + "; make the counts and datatypes agree");
    }

    /** Checks elements of one side that are combined with the same number of elements of the other side. */
    static void checkSame(String name, long bytes, long place, TypeDescriptor datatype, TypeDescriptor targetType) {
        checkMatch(datatype, targetType);
        if (bytes != place) {
            throw different(name, bytes, place);
        }
    }

    private static EngineException different(String name, long bytes, long place) {
        return new EngineException(ErrorClass.ERR_COUNT, name + " has " + bytes + " bytes of elements, and the target "
            + place + "; make the counts and datatypes agree");
    }

    private static void checkMatch(TypeDescriptor datatype, TypeDescriptor targetType) {
        if (!datatype.matches(targetType)) {
            throw unlike(datatype, targetType);
        }
    }

    private static EngineException unlike(TypeDescriptor datatype, TypeDescriptor targetType) {
        return new EngineException(ErrorClass.ERR_TYPE, "the elements of datatype " + datatype + " are not those of"
            + " targetType " + targetType + "; make them agree");
    }
}
