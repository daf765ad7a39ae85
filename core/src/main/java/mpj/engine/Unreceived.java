package mpj.engine;

import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * A message that has come and that nobody has received.
 *
 * @param context the context in which it was sent
 * @param message the description of the message
 */
public record Unreceived(int context, Probed message) {
    /** Whether another message has the same sender, context and tag. */
    public boolean isOfTheSameKind(Unreceived other) {
        return context == other.context && message.source() == other.message.source()
            && message.tag() == other.message.tag();
    }

    /** How much the message has, and of what type. For packed data only the number of bytes is known. */
    public String content() {
        int type = SectionHeader.typeCode(message.header());
        int count = SectionHeader.count(message.header());
        return type == Receive.PACKED ? message.bytes() + " packed bytes"
            : count + (type < ElementType.values().length ? " elements of type " : " of type ")
                + Receive.typeName(type);
    }
}
