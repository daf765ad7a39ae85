import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The core, whose methods all APIs call. It has one method for each collective, in the class CollectiveCall. The method
 * has the collective's first argument list, and writes the arguments down. Their types say how a buffer is described.
 */
final class Core implements Api {
    @Override
    public String name() {
        return "core";
    }

    @Override
    public List<String> methods(Collective collective, Differences differences) {
        List<Collective.Argument> arguments = collective.forms().getFirst().arguments().stream().map(each ->
            new Collective.Argument(each.type().replace("Datatype", "TypeDescriptor").replace("Op", "OpDescriptor"),
                each.name(), each.text(), each.offset())).toList();
        List<List<Collective.Argument>> buffers = new ArrayList<>();
        String op = "null";
        String root = "0";
        for (Collective.Argument each : arguments) {
            if (each.isBuffer()) {
                buffers.add(new ArrayList<>(List.of(each)));
            } else if (each.type().equals("OpDescriptor")) {
                op = each.name();
            } else if (each.name().equals("root")) {
                root = each.name();
            } else {
                buffers.getLast().add(each);
            }
        }
        List<String> body = new ArrayList<>();
        if (buffers.isEmpty()) {
            body.add("sent.equal(\"sendbuf\", null, 0, 0, TypeDescriptor.BYTE);");
        } else {
            if (buffers.size() > 1) {
                body.add(described("sent", buffers.getFirst(), buffers.getLast()));
            }
            body.add(described("received", buffers.getLast(), buffers.getLast()));
        }
        // A call among neighbours has the same constant whether its blocks vary or not.
        String constant = collective.name().toUpperCase(Locale.ROOT).replaceFirst("^(NEIGHBOR_.*)V$", "$1");
        body.add("return of(Collective." + constant + ", " + op + ", " + root + ");");
        return List.of(new Method(List.of("Writes down the arguments of MPI_" + collective.name() + "."), arguments,
            "this call", "CollectiveCall " + collective.core(), String.join("\n", body)).source());
    }

    /**
     * The statement that describes a buffer.
     *
     * @param buffer the buffer, its offset, and then the sizes, the places and the datatype of its parts. The first
     *     buffer of a reduction lacks these, and has those of the last buffer
     */
    private static String described(String field, List<Collective.Argument> buffer, List<Collective.Argument> last) {
        List<Collective.Argument> all = buffer.size() > 2 ? buffer : last;
        List<Collective.Argument> parts = all.subList(2, all.size());
        String types = parts.stream().map(Collective.Argument::type).collect(Collectors.joining(" "));
        String method = switch (types) {
            case "int TypeDescriptor" -> "equal";
            case "int[] TypeDescriptor" -> "successive";
            case "int[] int[] TypeDescriptor" -> "varying";
            case "int[] int[] TypeDescriptor[]" -> "typed";
            default -> throw new IllegalArgumentException("the table describes a buffer by " + types);
        };
        String name = buffer.getFirst().name();
        String place = "(\"" + name + "\", " + name + ", " + buffer.get(1).name() + ", ";
        if (method.equals("successive") && field.equals("received")) {
            // A rank receives one of the parts. The binding of the call finds its size.
            return field + ".equal" + place + "0, " + parts.getLast().name() + ");";
        }
        return field + "." + method + place
            + parts.stream().map(Collective.Argument::name).collect(Collectors.joining(", ")) + ");";
    }
}
