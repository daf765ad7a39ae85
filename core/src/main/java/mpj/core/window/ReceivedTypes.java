package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.datatype.WireForm;

/**
 * The datatypes that origins name. The last one is kept, because a long operation comes in many requests with the same
 * datatype, and a datatype of many blocks takes long to make.
 */
final class ReceivedTypes {
    private MemorySegment lastForm = MemorySegment.ofArray(new byte[0]);
    private TypeDescriptor last;

    /** The datatype that has this {@link WireForm}. The memory is not kept. */
    TypeDescriptor of(MemorySegment wireForm) {
        if (last == null || wireForm.mismatch(lastForm) >= 0) {
            byte[] form = wireForm.toArray(ValueLayout.JAVA_BYTE);
            last = WireForm.decode(form);
            lastForm = MemorySegment.ofArray(form);
        }
        return last;
    }
}
