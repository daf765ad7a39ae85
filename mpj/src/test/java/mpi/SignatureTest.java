package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Programs compiled against MPJ Express or mpiJava find every member that they may use, with the same values. */
final class SignatureTest {
    private static final String SIGNATURES = "signatures.txt";
    private static final int MEMBERS = 226;

    @Test
    void everyMemberOfMpiJavaExists() throws Exception {
        List<String> wrong = new ArrayList<>();
        Set<String> present = Set.of();
        int members = 0;
        for (String line : signatures()) {
            if (line.startsWith("public class ")) {
                String[] words = line.split(" ");
                Class<?> type = Class.forName(words[2]);
                present = members(type);
                if (!Modifier.isPublic(type.getModifiers())
                    || words.length > 3 && !type.getSuperclass().getName().equals(words[4])) {
                    wrong.add(line);
                }
            } else {
                members++;
                if (!present.contains(line.strip())) {
                    wrong.add(line.strip());
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertEquals(MEMBERS, members, "members in " + SIGNATURES);
    }

    @Test
    void exceptionIsUnchecked() {
        assertTrue(RuntimeException.class.isAssignableFrom(MPIException.class));
    }

    /** MPJ Express gives all three the same key, so a program can ask for only one of them. */
    @Test
    void predefinedAttributesHaveKeysOfTheirOwn() {
        assertEquals(3, Set.of(MPI.TAG_UB, MPI.HOST, MPI.IO).size());
    }

    private static List<String> signatures() throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
            SignatureTest.class.getResourceAsStream(SIGNATURES), StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).map(line -> line.replaceAll(" +#.*", ""))
                .toList();
        }
    }

    /** Everything that a program can link to, including inherited members. */
    private static Set<String> members(Class<?> type) throws IllegalAccessException {
        Set<String> members = new HashSet<>();
        for (Field field : type.getFields()) {
            String declared = Modifier.toString(field.getModifiers()) + " " + field.getType().getTypeName() + " "
                + field.getName();
            members.add(declared);
            if (field.getType() == int.class && Modifier.isStatic(field.getModifiers())) {
                members.add(declared + " = " + field.get(null));
            }
        }
        for (Constructor<?> constructor : type.getConstructors()) {
            members.add("public " + type.getName() + list(constructor.getParameterTypes()));
        }
        for (Method method : type.getMethods()) {
            // Abstract members matter to programs that may extend the class.
            int abstractness = type.getConstructors().length > 0 ? Modifier.ABSTRACT : 0;
            int modifiers = method.getModifiers() & (Modifier.PUBLIC | Modifier.STATIC | abstractness);
            members.add(Modifier.toString(modifiers) + " " + method.getReturnType().getTypeName() + " "
                + method.getName() + list(method.getParameterTypes()));
        }
        return members;
    }

    private static String list(Class<?>[] types) {
        return Arrays.stream(types).map(Type::getTypeName).collect(Collectors.joining(", ", "(", ")"));
    }
}
