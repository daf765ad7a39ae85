package mpj.runtime.threads;

import java.nio.ByteBuffer;
import java.util.Map;

/** The instructions of a method (JVMS 4.7.3 and 6.5). */
final class MethodCode {
    private static final int TABLESWITCH = 0xAA;
    private static final int LOOKUPSWITCH = 0xAB;
    private static final int INVOKEVIRTUAL = 0xB6;
    private static final int INVOKESTATIC = 0xB8;
    private static final int WIDE = 0xC4;
    private static final int IINC = 0x84;
    private static final int LAST = 0xC9;

    /** The length of each instruction, from 0 on. The length of the two switches and of wide is not fixed. */
    private static final String LENGTHS = "1".repeat(16) + "2323322222" + "1".repeat(28) + "22222" + "1".repeat(73)
        + "3" + "1".repeat(20) + "3".repeat(16) + "200" + "111111" + "3333333" + "553231133110" + "43355";

    private final ByteBuffer bytes;
    private final int start;
    private final int end;

    /**
     * @param at the place of the code's length, which the code follows
     */
    MethodCode(ByteBuffer bytes, int at) {
        this.bytes = bytes;
        start = at + Integer.BYTES;
        end = start + bytes.getInt(at);
    }

    /**
     * Replaces calls of methods of objects by calls of static methods. Malformed code is left unchanged, and the JVM
     * refuses it.
     *
     * @param instead for the number of a method reference, the number of the static method's reference
     * @return whether there was any such call
     */
    boolean redirect(Map<Integer, Integer> instead) {
        boolean any = false;
        int length;
        for (int at = start; at < end; at += length) {
            Integer other = opcode(at) == INVOKEVIRTUAL ? instead.get((int) bytes.getChar(at + 1)) : null;
            if (other != null) {
                bytes.put(at, (byte) INVOKESTATIC);
                bytes.putChar(at + 1, (char) (int) other);
                any = true;
            }
            length = length(at);
            if (length > end - at) {
                throw new IllegalArgumentException("an instruction goes beyond the end");
            }
        }
        return any;
    }

    private int opcode(int at) {
        return Byte.toUnsignedInt(bytes.get(at));
    }

    private int length(int at) {
        int opcode = opcode(at);
        // The numbers of a switch are aligned to the beginning of the code.
        int aligned = at + 1 + (Integer.BYTES - 1 - (at - start) % Integer.BYTES);
        int length = switch (opcode) {
            case TABLESWITCH -> aligned - at + Integer.BYTES
                * (4 + bytes.getInt(aligned + 2 * Integer.BYTES) - bytes.getInt(aligned + Integer.BYTES));
            case LOOKUPSWITCH -> aligned - at + Integer.BYTES * (2 + 2 * bytes.getInt(aligned + Integer.BYTES));
            case WIDE -> opcode(at + 1) == IINC ? 6 : 4;
            default -> opcode <= LAST ? LENGTHS.charAt(opcode) - '0' : 0;
        };
        if (length <= 0) {
            throw new IllegalArgumentException("instruction " + opcode);
        }
        return length;
    }
}
