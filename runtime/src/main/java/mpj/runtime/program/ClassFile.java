package mpj.runtime.program;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads from a class file which classes and members it names, and which members it has itself (Java Virtual Machine
 * Specification, chapter 4). It reads only what is needed to find the program's calls: constant pool, fields and
 * methods.
 */
final class ClassFile {
    private static final int MAGIC = 0xCAFEBABE;
    private static final int POOL_COUNT_AT = 8;
    private static final int PUBLIC_OR_PROTECTED = 0x0005;
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int FIELD = 9;
    private static final int INTERFACE_METHOD = 11;
    private static final int METHOD_HANDLE = 15;
    private static final int METHOD_TYPE = 16;
    private static final int MODULE = 19;
    private static final int PACKAGE = 20;

    private final byte[] bytes;
    /** The places of the entries of the constant pool, behind their tags. */
    private final int[] entries;
    private int next;

    /**
     * A member as a class refers to it.
     *
     * @param owner the class in which the member is looked for, by its internal name
     */
    record Member(String owner, String name, String descriptor) {
        /** Stands for the class itself, without a member. */
        static Member itself(String owner) {
            return new Member(owner, "", "");
        }
    }

    /** The declarations of a class: its supertypes, and its members by name with their descriptors. */
    record Declaration(List<String> supertypes, Set<String> members) {
    }

    /** @throws IndexOutOfBoundsException when the file is cut short, or is no class file */
    ClassFile(byte[] bytes) {
        this.bytes = bytes;
        if (u4(0) != MAGIC) {
            throw new IndexOutOfBoundsException("no class file");
        }
        entries = new int[u2(POOL_COUNT_AT)];
        next = POOL_COUNT_AT + Short.BYTES;
        for (int i = 1; i < entries.length; i++) {
            entries[i] = next + 1;
            int tag = bytes[next];
            next += 1 + length(tag);
            if (tag == LONG || tag == DOUBLE) {
                i++;
            }
        }
    }

    private int length(int tag) {
        return switch (tag) {
            case UTF8 -> Short.BYTES + u2(next + 1);
            case LONG, DOUBLE -> Long.BYTES;
            case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE -> Short.BYTES;
            case METHOD_HANDLE -> Short.BYTES + 1;
            default -> Integer.BYTES;
        };
    }

    /** The classes that this class names, without arrays. */
    List<String> classes() {
        List<String> names = new ArrayList<>();
        for (int i = 1; i < entries.length; i++) {
            if (tag(i) == CLASS) {
                String name = className(i);
                if (!name.startsWith("[")) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    /**
     * The members that this class names, of classes whose names begin with the prefix, in the order in which its
     * methods need them.
     */
    List<Member> members(String prefix) {
        List<Member> members = new ArrayList<>();
        for (int i = 1; i < entries.length; i++) {
            if (tag(i) >= FIELD && tag(i) <= INTERFACE_METHOD) {
                String owner = className(u2(entries[i]));
                if (owner.startsWith(prefix)) {
                    int nameAndType = entries[u2(entries[i] + Short.BYTES)];
                    members.add(new Member(owner, text(u2(nameAndType)), text(u2(nameAndType + Short.BYTES))));
                }
            }
        }
        return members;
    }

    /**
     * Reads on behind the constant pool, so it can be called only once.
     *
     * @param forOthers whether to leave out members that classes of other packages cannot use
     */
    Declaration declaration(boolean forOthers) {
        next += Short.BYTES + Short.BYTES;
        List<String> supertypes = new ArrayList<>();
        int superclass = take();
        if (superclass != 0) {
            supertypes.add(className(superclass));
        }
        for (int interfaces = take(); interfaces > 0; interfaces--) {
            supertypes.add(className(take()));
        }
        Set<String> members = new HashSet<>();
        takeMembers(members, forOthers);
        takeMembers(members, forOthers);
        return new Declaration(supertypes, members);
    }

    private void takeMembers(Set<String> members, boolean forOthers) {
        for (int count = take(); count > 0; count--) {
            int flags = take();
            String member = text(take()) + text(take());
            if (!forOthers || (flags & PUBLIC_OR_PROTECTED) != 0) {
                members.add(member);
            }
            for (int attributes = take(); attributes > 0; attributes--) {
                next += Short.BYTES;
                next += Integer.BYTES + u4(next);
            }
        }
    }

    private int take() {
        int value = u2(next);
        next += Short.BYTES;
        return value;
    }

    private int tag(int entry) {
        return entries[entry] == 0 ? 0 : bytes[entries[entry] - 1];
    }

    private String className(int entry) {
        return text(u2(entries[entry]));
    }

    private String text(int entry) {
        return new String(bytes, entries[entry] + Short.BYTES, u2(entries[entry]), StandardCharsets.UTF_8);
    }

    private int u2(int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }

    private int u4(int at) {
        return u2(at) << 16 | u2(at + Short.BYTES);
    }
}
