package mpj.core.collective;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import mpj.core.datatype.Items;
import mpj.core.op.OpDescriptor;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.Elements;

/**
 * Reduces operands that are not both in arrays at the same index. The loops of {@link Reductions} work on arrays. The
 * compiler vectorizes them only if both operands have the same index, because it then knows that no store feeds a later
 * load. So the operands are first copied to arrays of this class, in pieces that stay in the nearest cache.
 */
final class StagedReduction {
    /** In bytes. Fewer bytes are combined where they are. */
    private static final long WORTHWHILE = 512;
    private static final int PIECE = 8 << 10;

    private final Object[] lowers = new Object[ElementType.values().length];
    private final Object[] uppers = new Object[ElementType.values().length];

    /** Whether operands must be copied, or can be combined faster after a copy. */
    boolean serves(OpDescriptor op, Region lower, long at, Region upper, long to, long bytes) {
        if (lower.isSegment() || upper.isSegment()) {
            return true;
        }
        return op.isPredefined() && bytes >= WORTHWHILE && lower.index(at) != upper.index(to)
            && Items.arePlain(upper.datatype());
    }

    void reduce(OpDescriptor op, Region lower, long at, Region upper, long to, long bytes) {
        if (!op.isPredefined() || !Items.arePlain(upper.datatype())) {
            reduceAtOnce(op, lower, at, upper, to, bytes);
            return;
        }
        Object lowerPiece = piece(lowers, upper.type());
        Object upperPiece = piece(uppers, upper.type());
        for (long done = 0; done < bytes; done += PIECE) {
            long length = Math.min(PIECE, bytes - done);
            copy(lower, at + done, lowerPiece, length);
            copy(upper, to + done, upperPiece, length);
            op.apply(lowerPiece, 0, upperPiece, 0, upper.items(length), upper.datatype());
            copyBack(upperPiece, upper, to + done, length);
        }
    }

    private static Object piece(Object[] kept, ElementType type) {
        Object piece = kept[type.ordinal()];
        if (piece == null) {
            piece = Array.newInstance(type.arrayClass().getComponentType(), PIECE / type.bytes());
            kept[type.ordinal()] = piece;
        }
        return piece;
    }

    private static void copy(Region from, long at, Object piece, long bytes) {
        int size = from.type().bytes();
        if (from.isSegment()) {
            Elements.read(from.type(), piece, 0, (int) (bytes / size), (MemorySegment) from.array(), from.from(at),
                ByteOrder.nativeOrder());
        } else {
            System.arraycopy(from.array(), (int) (from.from(at) / size), piece, 0, (int) (bytes / size));
        }
    }

    private static void copyBack(Object piece, Region to, long at, long bytes) {
        int size = to.type().bytes();
        if (to.isSegment()) {
            Elements.write(to.type(), piece, 0, (int) (bytes / size), (MemorySegment) to.array(), to.from(at),
                ByteOrder.nativeOrder());
        } else {
            System.arraycopy(piece, 0, to.array(), (int) (to.from(at) / size), (int) (bytes / size));
        }
    }

    /**
     * Reduces all items at once. This is for a function of the user, and for items that may have gaps. The function
     * sees arrays that are laid out as its datatype says.
     */
    private static void reduceAtOnce(OpDescriptor op, Region lower, long at, Region upper, long to, long bytes) {
        int items = upper.items(bytes);
        Region lowerCopy = new Region();
        Region upperCopy = new Region();
        int origin = (int) Items.before(upper.datatype(), items);
        lowerCopy.bind(lower.roomFor(items), origin, upper.datatype());
        upperCopy.bind(upper.roomFor(items), origin, upper.datatype());
        lower.copy(at, lowerCopy, 0, bytes);
        upper.copy(to, upperCopy, 0, bytes);
        op.apply(lowerCopy.array(), origin, upperCopy.array(), origin, items, upper.datatype());
        upperCopy.copy(0, upper, to, bytes);
    }
}
