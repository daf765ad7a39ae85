package mpj.tests;

import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The order of the parameters that describe a message. CONTRIBUTING.md explains the order.
 *
 * <p>A list of parameters falls into parts. A buffer begins a part, and so does the target of a window. The second of
 * two other ranks begins a part as well, as in a call that sends to one rank and receives from another. The order holds
 * within each part. Before the first buffer, and in methods without buffers, only the envelope has an order. The
 * parameters of other kinds may stand anywhere.
 */
final class ParameterOrder {
    private static final Set<String> BUFFERS = Set.of("Object", "Buffer", "MemorySegment");
    private static final Set<String> NUMBERS = Set.of("int", "long", "int[]", "long[]");

    /** What a parameter may say about a message, in the order of the parameters. */
    private enum Kind {
        BUFFER, ELEMENT_TYPE, TYPE_CODE, PLACE, COUNT, DISPLACEMENTS, DATATYPE, HEADER, CONTEXT, RANK, TAG, MANNER,
        NONE;

        static final Set<Kind> ENVELOPE = EnumSet.of(CONTEXT, RANK, TAG);

        static Kind of(String type, String name) {
            boolean isNumber = NUMBERS.contains(type);
            if (BUFFERS.contains(type) || type.equals("long") && name.equals("address")) {
                return BUFFER;
            } else if (type.equals("ElementType")) {
                return ELEMENT_TYPE;
            } else if (type.equals("int") && ends(name, "typecode")) {
                return TYPE_CODE;
            } else if (isNumber && ends(name, "offset") || type.equals("long") && name.equals("from")) {
                return PLACE;
            } else if (isNumber && ends(name, "count", "counts", "bytes", "capacity", "items", "elements")) {
                return COUNT;
            } else if (type.equals("int[]") && ends(name, "displs", "displacements")) {
                return DISPLACEMENTS;
            } else if (Set.of("TypeDescriptor", "Datatype").contains(type) || isNumber && name.equals("datatype")) {
                return DATATYPE;
            } else if (type.equals("long") && ends(name, "header")) {
                return HEADER;
            } else if ((type.equals("int") || type.equals("Context")) && ends(name, "context")) {
                return CONTEXT;
            } else if (type.equals("int") && ends(name, "source", "dest", "destination", "peer", "root", "target",
                "targetrank", "target_rank")) {
                return RANK;
            } else if (type.equals("int") && ends(name, "tag")) {
                return TAG;
            }
            return type.equals("boolean") && Set.of("synchronous", "requested").contains(name) ? MANNER : NONE;
        }

        private static boolean ends(String name, String... words) {
            String lower = name.toLowerCase();
            return List.of(words).stream().anyMatch(lower::endsWith);
        }
    }

    private ParameterOrder() {
    }

    /** Whether the parameters of a method have the order. */
    static boolean holds(MethodTree method) {
        Kind latest = Kind.BUFFER;
        boolean hasBuffer = false;
        boolean hasRank = false;
        for (VariableTree parameter : method.getParameters()) {
            String name = parameter.getName().toString();
            Kind kind = Kind.of(parameter.getType().toString(), name);
            boolean isTarget = kind == Kind.RANK && name.startsWith("target");
            if (kind == Kind.BUFFER || isTarget) {
                latest = Kind.BUFFER;
            } else if (kind == Kind.RANK && latest == Kind.TAG && hasRank) {
                latest = Kind.RANK;
            } else if (kind != Kind.NONE && (hasBuffer || Kind.ENVELOPE.contains(kind))) {
                if (kind.compareTo(latest) < 0) {
                    return false;
                }
                latest = kind;
            }
            hasBuffer |= kind == Kind.BUFFER;
            hasRank |= kind == Kind.RANK;
        }
        return true;
    }

    /** Whether a method has parameters of most of the kinds that an envelope and its elements have. */
    static boolean describesMessage(MethodTree method) {
        return method.getParameters().stream()
            .map(parameter -> Kind.of(parameter.getType().toString(), parameter.getName().toString()))
            .filter(kind -> kind != Kind.NONE).distinct().count() >= 4;
    }
}
