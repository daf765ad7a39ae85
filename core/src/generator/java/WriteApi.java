import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes those classes of an API's package mpi that have templates, and the core's CollectiveCall. Each collective
 * stands once in a table ({@link Collective}), and an {@link Api} says which methods programs call. In a template, a
 * line {@code //@collectives KIND} stands for all methods that the API has for the collectives of that kind, and {@code
 * //@collectives} for those of all collectives. Earlier lines of the template say how its texts differ from the table:
 * {@code //@set WORD TEXT} replaces {@code $WORD$} in the table, {@code //@arg NAME TEXT} replaces the text about an
 * argument, and {@code //@more TEXT} continues the text of the {@code //@set} or {@code //@arg} before it. After a line
 * {@code //@segment} comes a method for direct buffers, and after a line {@code //@any} an operation of a window; the
 * build writes its {@link SegmentForm} or its {@link AnyBufferForm} behind it. A line {@code //@both CLASS} stands for
 * the part of a class that is the same in both APIs.
 *
 * <p>Usage: {@code java WriteApi.java API TABLE FOLDER-OF-BOTH TEMPLATE-FOLDER OUTPUT-FOLDER}
 */
final class WriteApi {
    private WriteApi() {
    }

    public static void main(String[] arguments) throws IOException {
        Api api = Api.of(arguments[0]);
        List<Collective> collectives = Collective.read(Files.readAllLines(Path.of(arguments[1])), api.name());
        Path both = Path.of(arguments[2]);
        Path templates = Path.of(arguments[3]);
        Path output = Path.of(arguments[4]);
        List<Path> sources;
        try (Stream<Path> files = Files.walk(templates)) {
            sources = files.filter(file -> file.toString().endsWith(".java")).toList();
        }
        for (Path source : sources) {
            Path target = output.resolve(templates.relativize(source));
            String text = expand(Files.readAllLines(source), api, collectives, both);
            if (!Files.exists(target) || !Files.readString(target).equals(text)) {
                Files.createDirectories(target.getParent());
                Files.writeString(target, text);
            }
        }
    }

    private static String expand(List<String> template, Api api, List<Collective> collectives, Path both)
            throws IOException {
        StringBuilder source = new StringBuilder();
        Differences differences = new Differences();
        Function<List<String>, String> form = null;
        List<String> method = new ArrayList<>();
        for (String line : template) {
            String[] words = line.strip().split(" ", 3);
            switch (words[0]) {
                case "//@segment" -> form = SegmentForm::of;
                case "//@any" -> form = AnyBufferForm::of;
                case "//@both" -> source.append(Files.readString(both.resolve(words[1] + ".java")));
                case "//@set" -> differences.word(words[1], words[2]);
                case "//@arg" -> differences.argument(words[1], words[2]);
                case "//@more" -> differences.more(line.strip().substring(words[0].length()));
                case "//@collectives" -> source.append(collectives.stream()
                    .filter(each -> words.length == 1 || each.kinds().contains(words[1]))
                    .flatMap(each -> api.methods(each, differences).stream()).collect(Collectors.joining("\n")));
                default -> source.append(line).append('\n');
            }
            if (form != null && !words[0].startsWith("//@")) {
                method.add(line);
                if (line.equals("    }")) {
                    source.append('\n').append(form.apply(method));
                    form = null;
                    method.clear();
                }
            }
        }
        return source.toString();
    }
}
