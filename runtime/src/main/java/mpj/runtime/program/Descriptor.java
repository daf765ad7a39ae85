package mpj.runtime.program;

/**
 * Reads descriptors of class files (Java Virtual Machine Specification, section 4.3) and writes them as a program does.
 */
final class Descriptor {
    private static final String OF_EVERY_PROGRAM = "java.lang.";

    private final String text;
    private int next;

    private Descriptor(String text) {
        this.text = text;
    }

    /** Writes a member as in {@code void mpi.Comm.send(Object, int)}. */
    static String written(ClassFile.Member member) {
        String owner = member.owner().replace('/', '.');
        if (member.name().isEmpty()) {
            return "class " + owner;
        }
        Descriptor descriptor = new Descriptor(member.descriptor());
        if (!member.descriptor().startsWith("(")) {
            return descriptor.type() + " " + owner + "." + member.name();
        }
        StringBuilder parameters = new StringBuilder();
        descriptor.next++;
        while (descriptor.text.charAt(descriptor.next) != ')') {
            parameters.append(parameters.isEmpty() ? "" : ", ").append(descriptor.type());
        }
        descriptor.next++;
        String called = "(" + parameters + ")";
        return member.name().equals("<init>") ? "new " + owner + called
            : descriptor.type() + " " + owner + "." + member.name() + called;
    }

    private String type() {
        char letter = text.charAt(next++);
        return switch (letter) {
            case 'B' -> "byte";
            case 'C' -> "char";
            case 'D' -> "double";
            case 'F' -> "float";
            case 'I' -> "int";
            case 'J' -> "long";
            case 'S' -> "short";
            case 'Z' -> "boolean";
            case 'V' -> "void";
            case '[' -> type() + "[]";
            default -> className();
        };
    }

    private String className() {
        int end = text.indexOf(';', next);
        String name = text.substring(next, end).replace('/', '.');
        next = end + 1;
        boolean known = name.startsWith(OF_EVERY_PROGRAM) && name.indexOf('.', OF_EVERY_PROGRAM.length()) < 0;
        return known ? name.substring(OF_EVERY_PROGRAM.length()) : name;
    }
}
