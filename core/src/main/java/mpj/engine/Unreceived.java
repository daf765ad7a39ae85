package mpj.engine;

import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * A message that has come, and that nobody has received.
 *
 * @param context it was sent in
 * @param message what it is
 */
public record Unreceived(int context, Probed message) {
    /** How much of what it has: for packed data only the bytes are known. */
    public String content() {
        int type = SectionHeader.typeCode(message.header());
        int count = SectionHeader.count(message.header());
        return type == Receive.PACKED ? message.bytes() + " packed bytes"
            : count + (type < ElementType.values().length ? " elements of type " : " of type ")
                + Receive.typeName(type);
    }
}
