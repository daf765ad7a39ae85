package mpj.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Methods that describe a message have their parameters in the order that {@link Engine} documents. */
class ParameterOrderTest {
    private static final Path SOURCES = Path.of("src/main/java/mpj/engine");
    private static final List<String> ORDER = List.of("buffer", "type", "typeCode", "from", "bytes", "capacity",
        "header", "context", "source", "destination", "tag", "synchronous");
    private static final int MANY = 7;
    /** A name, and a list of at least two parameters, each a type and a name. */
    private static final Pattern METHOD =
        Pattern.compile("\\b(\\w+)\\(((?:[\\w.<>\\[\\]]+\\s+\\w+,\\s+)+[\\w.<>\\[\\]]+\\s+\\w+)\\)");

    private record Method(String name, List<String> parameters) {
        static Method of(String name, String parameters) {
            return new Method(name, Arrays.stream(parameters.split(",")).map(String::strip)
                .filter(each -> !each.startsWith("Destination ")) // the record of a rank, not its number
                .map(each -> each.split("\\s+")[1]).toList());
        }

        boolean isInOrder() {
            List<Integer> places = parameters.stream().map(ORDER::indexOf).filter(place -> place >= 0).toList();
            return places.equals(places.stream().sorted().toList());
        }
    }

    private static List<Method> methods() throws IOException {
        List<Method> methods = new ArrayList<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                METHOD.matcher(Files.readString(file)).results().map(found -> Method.of(found.group(1),
                    found.group(2))).filter(method -> method.parameters.size() >= MANY).forEach(methods::add);
            }
        }
        return methods;
    }

    @Test
    void parametersOfAMessageHaveOneOrder() throws IOException {
        List<Method> methods = methods();
        assertTrue(methods.stream().filter(method -> method.parameters.contains("tag")).count() > 20,
            methods::toString);
        assertEquals(List.of(), methods.stream().filter(method -> !method.isInOrder()).toList());
    }

    @Test
    void otherOrderIsNoticed() {
        assertTrue(Method.of("send", "Object buffer, int context, int destination, int tag").isInOrder());
        assertFalse(Method.of("send", "Object buffer, int context, int tag, int destination").isInOrder());
    }
}
