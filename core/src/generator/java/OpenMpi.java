import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The Java API of Open MPI. A collective may have several argument lists. For each list there is a blocking method,
 * which takes any buffer, and two non-blocking methods: one takes direct buffers, the other takes memory segments. For
 * a list without buffers there is one non-blocking method. No method has offsets.
 */
final class OpenMpi implements Api {
    @Override
    public String name() {
        return "openmpi";
    }

    @Override
    public List<String> methods(Collective collective, Differences differences) {
        String name = collective.called().isEmpty() ? collective.core() : collective.called().getFirst();
        String nonblocking = "i" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
        String mpi = " MPI: MPI_I" + collective.name().toLowerCase() + ".";
        List<String> methods = new ArrayList<>();
        for (Collective.Form form : collective.forms()) {
            List<Collective.Argument> arguments = form.arguments().stream().filter(each -> !each.offset())
                .map(each -> new Collective.Argument(each.type(), each.name(),
                    withoutOffset(differences.text(each)), false)).toList();
            String blocking = "{@link #" + name + "(" + arguments.stream().map(Collective.Argument::type)
                .collect(Collectors.joining(",")) + ")}";
            methods.add(new Method(form.text().stream().map(differences::text).toList(), arguments, "",
                "final void " + name, "core().collectives().blocking()." + call(collective, form, false)
                    + ".run();").source());
            boolean buffers = arguments.stream().anyMatch(Collective.Argument::isBuffer);
            methods.add(start(nonblocking, "The non-blocking form of " + blocking + "." + (buffers ? " The buffers must"
                + " be direct, and must not be used until the request is complete." : "") + mpi,
                of(arguments, "Buffer"), call(collective, form, true)));
            if (buffers) {
                methods.add(start(nonblocking, "The non-blocking form of " + blocking + ". The segments must not be"
                    + " used, and their arena must not be closed, until the request is complete." + mpi,
                    of(arguments, "MemorySegment"), call(collective, form, false)));
            }
        }
        return methods;
    }

    private static String start(String name, String text, List<Collective.Argument> arguments, String call) {
        return new Method(List.of(text), arguments, "the request", "final Request " + name,
            "return new Request(core().requests(), core().collectives().nonblocking()." + call + ".start());")
            .source();
    }

    /** The same arguments, but every buffer has this type. */
    private static List<Collective.Argument> of(List<Collective.Argument> arguments, String type) {
        return arguments.stream().map(each -> each.isBuffer()
            ? new Collective.Argument(type, each.name(), each.text(), false) : each).toList();
    }

    /** The call of the core's method. The core gets 0 as the offset of every buffer. */
    private static String call(Collective collective, Collective.Form form, boolean direct) {
        Map<String, Collective.Argument> arguments = new LinkedHashMap<>();
        form.arguments().stream().filter(each -> !each.offset()).forEach(each -> arguments.put(each.name(), each));
        Collection<String> words = form.passed().isEmpty() ? arguments.keySet() : form.passed();
        return collective.core() + "(" + words.stream().map(word -> passed(word, arguments.get(word), direct))
            .collect(Collectors.joining(", ")) + ")";
    }

    /** @param argument the argument of this name; null if the word stands for an argument that the form lacks */
    private static String passed(String word, Collective.Argument argument, boolean direct) {
        if (argument == null) {
            return word.equals("ABSENT") || word.equals("IN_PLACE") ? "InPlace." + word + ", 0" : word;
        }
        return !argument.isBuffer() ? argument.passed()
            : (direct ? "direct(\"" + word + "\", " + word + ")" : word) + ", 0";
    }

    private static String withoutOffset(String text) {
        return text.replaceAll(" from \\{@code \\w*offset\\}", "");
    }
}
