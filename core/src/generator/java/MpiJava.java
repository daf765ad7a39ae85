import java.util.List;
import java.util.stream.Collectors;

/** mpiJava 1.2: each collective has a blocking, a non-blocking and a persistent form, with offsets into arrays. */
final class MpiJava implements Api {
    @Override
    public String name() {
        return "mpijava";
    }

    @Override
    public List<String> methods(Collective collective, Differences differences) {
        String name = collective.name();
        Collective.Form form = collective.forms().getFirst();
        List<Collective.Argument> arguments = form.arguments().stream().map(each ->
            new Collective.Argument(each.type(), each.name(), differences.text(each), each.offset())).toList();
        List<String> blocking = form.text().stream().map(differences::text).toList();
        boolean buffers = arguments.stream().anyMatch(Collective.Argument::isBuffer);
        List<String> nonblocking = List.of("The non-blocking form of {@link #" + name + "}."
            + (buffers ? " The buffers must not be used until the request is complete." : "")
            + " MPI: MPI_I" + name.toLowerCase() + ".");
        List<String> persistent = List.of("Makes a persistent request for {@link #" + name
            + "}, which can be started repeatedly. Every rank must call this, in the same order as its other"
            + " collectives. MPI: MPI_" + name + "_init.");
        String call = collective.core() + "("
            + arguments.stream().map(Collective.Argument::passed).collect(Collectors.joining(", ")) + ")";
        return List.of(
            new Method(blocking, arguments, "", "void " + name,
                "core().collectives().blocking()." + call + ".run();").source(),
            new Method(nonblocking, arguments, "the request", "Request I" + name.toLowerCase(),
                "return new CollectiveRequest(core().requests(), core().collectives().nonblocking()." + call
                    + ".start());").source(),
            new Method(persistent, arguments, "the request, inactive", "Prequest " + name + "_init",
                "return new Prequest(core().requests(), core().collectives().persistent()." + call + ".keep());")
                .source());
    }
}
