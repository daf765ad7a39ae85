package mpj.core.window;

import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.BufferArgument;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** Checks that both sides of an operation agree, and that the items that it names lie in the target's window. */
final class Arguments {
    private Arguments() {
    }

    /** The items that an operation names in a target's memory. */
    static Place place(Target target, long displacement, int count, TypeDescriptor datatype) {
        if (datatype == null) {
            throw BufferArgument.noDatatype("target", BufferArgument.WHOLE);
        }
        if (count < 0) {
            throw BufferArgument.negativeCount("target", BufferArgument.WHOLE, count);
        }
        if (!datatype.isUsable() || datatype.isObject()) {
            throw datatype.isObject() ? new EngineException(ErrorClass.ERR_TYPE, "targetType is " + datatype
                + "; a window holds elements of primitive types") : datatype.unusable("targetType");
        }
        boolean far = displacement > target.farthest || displacement < -target.farthest;
        Place place = new Place(far ? 0 : displacement * target.unit, count, datatype);
        if (far || !place.isWithin(target.bytes)) {
            throw new EngineException(ErrorClass.ERR_RMA_RANGE, "targetDisp " + displacement + " (unit " + target.unit
                + " bytes) and targetCount " + count + " of " + datatype + (far ? "" : " name bytes " + place.low()
                + " to " + (place.high() - 1)) + " of rank " + target.rank + ", whose window has "
                + (target.bytes == Long.MAX_VALUE ? "addresses from 0 on" : target.bytes + " bytes"));
        }
        return place;
    }

    /** Checks elements that go from one side to the other. The other side may have room for more. */
    static void checkFits(String to, long room, String from, long bytes, TypeDescriptor datatype,
                          TypeDescriptor targetType) {
        checkMatch(datatype, targetType);
        if (bytes > room) {
            throw new EngineException(ErrorClass.ERR_TRUNCATE, from + " has " + bytes + " bytes of elements, and " + to
                + " only " + room + "; make the counts and datatypes agree");
        }
    }

    /** Checks elements of one side that are combined with the same number of elements of the other side. */
    static void checkSame(String name, long bytes, long place, TypeDescriptor datatype, TypeDescriptor targetType) {
        checkMatch(datatype, targetType);
        if (bytes != place) {
            throw new EngineException(ErrorClass.ERR_COUNT, name + " has " + bytes + " bytes of elements, and the"
                + " target " + place + "; make the counts and datatypes agree");
        }
    }

    private static void checkMatch(TypeDescriptor datatype, TypeDescriptor targetType) {
        if (!datatype.matches(targetType)) {
            throw new EngineException(ErrorClass.ERR_TYPE, "the elements of datatype " + datatype + " are not those"
                + " of targetType " + targetType + "; make them agree");
        }
    }
}
