package mpj.runtime.threads;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Redirects the calls in a class that end the JVM to {@link RankExit}. Since the security manager is gone, Java has no
 * other way to keep one thread from ending all others.
 *
 * <p>{@code System.exit} has the same descriptor in {@link RankExit}. So its method reference in the constant pool
 * (JVMS 4.4) gets another class, whose name is appended, and nothing else moves. {@code exit} and {@code halt} of
 * {@code Runtime} are methods of an object. Static methods take their place, with that object as their first parameter.
 * The operand stack therefore stays the same, and one instruction in the code gets another operation and another
 * reference.
 */
final class ExitCalls {
    private static final byte[] CALLED = "java/lang/System".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] RUNTIME = "java/lang/Runtime".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NAME = "exit".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HALT = "halt".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DESCRIPTOR = "(I)V".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] WITH_RUNTIME = "(Ljava/lang/Runtime;I)V".getBytes(StandardCharsets.US_ASCII);
    /** The class {@link RankExit}, by its name in class files. */
    private static final byte[] INSTEAD = "mpj/runtime/threads/RankExit".getBytes(StandardCharsets.US_ASCII);

    private static final int MAGIC = 0xCAFEBABE;
    private static final int COUNT_AT = 8;
    private static final byte[] CODE = "Code".getBytes(StandardCharsets.US_ASCII);
    /**
     * The length of the attribute's name and length, and of the sizes of operand stack and local variables, which come
     * first.
     */
    private static final int CODE_AT = 2 * Character.BYTES + Integer.BYTES + Character.BYTES;
    private static final int POOL_AT = 10;
    private static final int MAXIMUM_COUNT = 65_535;

    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;
    private static final int METHOD_HANDLE = 15;

    private final ByteBuffer code;
    /** The place of each constant. */
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
                i++; // this constant counts as two
            }
        }
        end = at;
    }

    /** Returns the class file with redirected calls; null if it has no such calls, or is no class file. */
    static byte[] redirect(byte[] classFile) {
        if (classFile.length < POOL_AT || ByteBuffer.wrap(classFile).getInt(0) != MAGIC) {
            return null;
        }
        try {
            return new ExitCalls(classFile).redirected();
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            return null; // malformed: the JVM refuses the class with a better message
        }
    }

    private byte[] redirected() {
        int count = starts.length;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream constants = new DataOutputStream(bytes);
        int next = count + 3;
        boolean any = false;
        Map<Integer, Integer> instead = new HashMap<>();
        try {
            utf8(constants, INSTEAD); // constant number count
            constants.writeByte(CLASS); // count + 1
            constants.writeShort(count);
            utf8(constants, WITH_RUNTIME); // count + 2
            for (int i = 1; i < count; i++) {
                if (starts[i] == 0 || code.get(starts[i]) != METHOD) {
                    continue;
                }
                if (refersTo(starts[i], CALLED, NAME)) {
                    code.putChar(starts[i] + 1, (char) (count + 1));
                    any = true;
                } else if (refersTo(starts[i], RUNTIME, NAME) || refersTo(starts[i], RUNTIME, HALT)) {
                    constants.writeByte(NAME_AND_TYPE);
                    constants.writeShort(code.getChar(nameAndType(starts[i]) + 1));
                    constants.writeShort(count + 2);
                    constants.writeByte(METHOD);
                    constants.writeShort(count + 1);
                    constants.writeShort(next);
                    instead.put(i, next + 1);
                    next += 2;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // never: the streams are in memory
        }
        if (next > MAXIMUM_COUNT || !any && instead.isEmpty()) {
            return null;
        }
        any |= !instead.isEmpty() && redirectInstructions(instead);
        if (!any) {
            return null;
        }
        code.putChar(COUNT_AT, (char) next);
        byte[] old = code.array();
        ByteBuffer changed = ByteBuffer.allocate(old.length + bytes.size());
        changed.put(old, 0, end);
        changed.put(bytes.toByteArray());
        changed.put(old, end, old.length - end);
        return changed.array();
    }

    private static void utf8(DataOutputStream constants, byte[] text) throws IOException {
        constants.writeByte(UTF8);
        constants.writeShort(text.length);
        constants.write(text);
    }

    /** Changes the instructions of all methods. Returns whether there was any such call. */
    private boolean redirectInstructions(Map<Integer, Integer> instead) {
        boolean any = false;
        int at = end + 3 * Character.BYTES;
        at += Character.BYTES * (1 + code.getChar(at)); // interfaces
        for (int members = 0; members < 2; members++) { // fields, then methods
            int number = code.getChar(at);
            at += Character.BYTES;
            for (int member = 0; member < number; member++) {
                int attributes = code.getChar(at + 3 * Character.BYTES);
                at += 4 * Character.BYTES;
                for (int attribute = 0; attribute < attributes; attribute++) {
                    if (isText(code.getChar(at), CODE)) {
                        any |= new MethodCode(code, at + CODE_AT).redirect(instead);
                    }
                    at += Character.BYTES + Integer.BYTES + code.getInt(at + Character.BYTES);
                }
            }
        }
        return any;
    }

    private int nameAndType(int reference) {
        return starts[code.getChar(reference + 3)];
    }

    private boolean refersTo(int reference, byte[] owner, byte[] name) {
        int type = starts[code.getChar(reference + 1)];
        return isText(code.getChar(type + 1), owner) && isText(code.getChar(nameAndType(reference) + 1), name)
            && isText(code.getChar(nameAndType(reference) + 3), DESCRIPTOR);
    }

    private boolean isText(int constant, byte[] text) {
        int at = starts[constant] + 1;
        int from = at + Character.BYTES;
        return code.getChar(at) == text.length
            && Arrays.equals(code.array(), from, from + text.length, text, 0, text.length);
    }
}
