package mpj.junit;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import mpj.transport.spi.TransportProvider;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** Checks the arguments of {@link MpiTest} before a rank is started. */
final class Arguments {
    private static final String ANY = "auto";

    private Arguments() {
    }

    /**
     * @throws ExtensionConfigurationException when an argument is wrong; the message names it
     */
    static void check(MpiTest test, Class<?> inside, Method method) {
        String where = "@MpiTest of " + inside.getName() + "." + method.getName() + ": ";
        if (test.ranks() < 1) {
            throw new ExtensionConfigurationException(where + "ranks is " + test.ranks() + "; it must be at least 1");
        }
        if (test.timeout() < 1) {
            throw new ExtensionConfigurationException(where + "timeout is " + test.timeout()
                + "; it must be at least 1 second");
        }
        for (String property : test.properties()) {
            if (property.indexOf('=') < 1) {
                throw new ExtensionConfigurationException(where + "properties has \"" + property
                    + "\"; write it as name=value");
            }
        }
        ClassLoader loader = inside.getClassLoader();
        if (!AnyApi.isIn(loader)) {
            throw new ExtensionConfigurationException(where + "the class path has no package mpi; add the artifact"
                + " org.mpj:mpj (mpiJava's API) or org.mpj:mpj-openmpi (Open MPI's API)");
        }
        checkTransports(where, test.transport(), installed(loader));
    }

    private static void checkTransports(String where, String[] transports, List<String> known) {
        if (transports.length == 0) {
            throw new ExtensionConfigurationException(where + "transport is empty; " + choice(known));
        }
        for (String transport : transports) {
            for (String each : transport.split(",", -1)) {
                String name = each.strip().split(":", 2)[0];
                if (!name.equals(ANY) && !known.contains(name)) {
                    throw new ExtensionConfigurationException(where + "transport is \"" + transport
                        + "\", but there is no transport " + name + " on the class path; " + choice(known));
                }
            }
        }
    }

    private static String choice(List<String> known) {
        return known.isEmpty() ? "there is none; add one, as the artifact org.mpj:mpj-transport-threads"
            : "there are " + ANY + ", " + String.join(", ", known) + "; others are artifacts, as"
                + " org.mpj:mpj-transport-nio";
    }

    private static List<String> installed(ClassLoader loader) {
        List<String> names = new ArrayList<>();
        ServiceLoader.load(TransportProvider.class, loader).forEach(provider -> names.add(provider.name()));
        return names.stream().distinct().sorted().toList();
    }
}
