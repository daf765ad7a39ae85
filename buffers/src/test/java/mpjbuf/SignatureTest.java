package mpjbuf;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

/** Programs compiled against MPJ Express find every member they may have used. */
final class SignatureTest {

    @Test
    void everyMemberOfMpjExpressExists() throws Exception {
        List<String> missing = new ArrayList<>();
        Set<String> present = Set.of();
        int members = 0;
        for (String line : signatures()) {
            if (line.startsWith("class ")) {
                String[] words = line.split(" ");
                Class<?> type = Class.forName(words[1]);
                present = members(type);
                if (words.length > 2 && !type.getSuperclass().getName().equals(words[3])) {
                    missing.add(line);
                }
            } else if (!present.contains(line.strip())) {
                missing.add(line.strip());
            } else {
                members++;
            }
        }
        assertEquals(List.of(), missing);
        assertEquals(252, members, "members in signatures.txt");
    }

    private static List<String> signatures() throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
            SignatureTest.class.getResourceAsStream("signatures.txt"), StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    private static Set<String> members(Class<?> type) throws IllegalAccessException {
        Set<String> members = new HashSet<>();
        for (Field field : type.getDeclaredFields()) {
            String constant = field.getType() == int.class && Modifier.isStatic(field.getModifiers())
                ? " = " + field.get(null) : "";
            members.add(modifiers(field.getModifiers()) + field.getType().getTypeName() + " " + field.getName()
                + constant);
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            members.add(modifiers(constructor.getModifiers()) + type.getName()
                + list(constructor.getParameterTypes()) + thrown(constructor.getExceptionTypes()));
        }
        for (Method method : type.getDeclaredMethods()) {
            members.add(modifiers(method.getModifiers()) + method.getReturnType().getTypeName() + " "
                + method.getName() + list(method.getParameterTypes()) + thrown(method.getExceptionTypes()));
        }
        return members;
    }

    private static String modifiers(int modifiers) {
        String access = Modifier.isPublic(modifiers) ? "public " : Modifier.isProtected(modifiers) ? "protected " : "";
        return access + (Modifier.isStatic(modifiers) ? "static " : "");
    }

    private static String list(Class<?>[] types) {
        return Arrays.stream(types).map(Type::getTypeName).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String thrown(Class<?>[] types) {
        return types.length == 0 ? ""
            : Arrays.stream(types).map(Type::getTypeName).collect(Collectors.joining(", ", " throws ", ""));
    }
}
