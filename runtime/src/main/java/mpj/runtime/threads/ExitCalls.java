package mpj.runtime.threads;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Sends a class's calls of {@code System.exit} to {@link RankExit#exit}, which has the same descriptor: in the constant
 * pool (JVMS 4.4) the method reference gets another class, whose name is appended, and nothing else moves. Java has had
 * no other way to keep one thread from ending all since the security manager is gone.
 */
final class ExitCalls {
    private static final byte[] CALLED = "java/lang/System".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NAME = "exit".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DESCRIPTOR = "(I)V".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] INSTEAD =
        RankExit.class.getName().replace('.', '/').getBytes(StandardCharsets.US_ASCII);

    private static final int MAGIC = 0xCAFEBABE;
    private static final int COUNT_AT = 8;
    private static final int POOL_AT = 10;
    private static final int MAXIMUM_COUNT = 65_535;

    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int METHOD = 10;
    private static final int METHOD_HANDLE = 15;

    private final ByteBuffer code;
    /** Where each constant starts. */
    private final int[] starts;
    private final int end;

    private ExitCalls(byte[] classFile) {
        code = ByteBuffer.wrap(classFile);
        starts = new int[code.getChar(COUNT_AT)];
        int at = POOL_AT;
        for (int i = 1; i < starts.length; i++) {
            starts[i] = at;
            int tag = code.get(at);
            at += 1 + switch (tag) {
                case UTF8 -> Character.BYTES + code.getChar(at + 1);
                case LONG, DOUBLE -> Long.BYTES;
                case CLASS, 8, 16, 19, 20 -> Character.BYTES;
                case METHOD_HANDLE -> 1 + Character.BYTES;
                default -> Integer.BYTES;
            };
            if (tag == LONG || tag == DOUBLE) {
                i++; // it counts as two
            }
        }
        end = at;
    }

    /** The class file with the calls redirected; null if it has none, or is no class file. */
    static byte[] redirect(byte[] classFile) {
        if (classFile.length < POOL_AT || ByteBuffer.wrap(classFile).getInt(0) != MAGIC) {
            return null;
        }
        try {
            return new ExitCalls(classFile).redirected();
        } catch (IndexOutOfBoundsException e) {
            return null; // malformed: the JVM refuses it with a better message
        }
    }

    private byte[] redirected() {
        int count = starts.length;
        boolean any = false;
        for (int i = 1; i < count; i++) {
            if (starts[i] != 0 && code.get(starts[i]) == METHOD && callsExit(starts[i])) {
                code.putChar(starts[i] + 1, (char) (count + 1));
                any = true;
            }
        }
        if (!any || count + 2 > MAXIMUM_COUNT) {
            return null;
        }
        code.putChar(COUNT_AT, (char) (count + 2));
        byte[] old = code.array();
        ByteBuffer changed = ByteBuffer.allocate(old.length + INSTEAD.length + 6);
        changed.put(old, 0, end);
        changed.put((byte) UTF8).putChar((char) INSTEAD.length).put(INSTEAD);
        changed.put((byte) CLASS).putChar((char) count);
        changed.put(old, end, old.length - end);
        return changed.array();
    }

    private boolean callsExit(int reference) {
        int owner = starts[code.getChar(reference + 1)];
        int nameAndType = starts[code.getChar(reference + 3)];
        return isText(code.getChar(owner + 1), CALLED) && isText(code.getChar(nameAndType + 1), NAME)
            && isText(code.getChar(nameAndType + 3), DESCRIPTOR);
    }

    private boolean isText(int constant, byte[] text) {
        int at = starts[constant] + 1;
        int from = at + Character.BYTES;
        return code.getChar(at) == text.length
            && Arrays.equals(code.array(), from, from + text.length, text, 0, text.length);
    }
}
