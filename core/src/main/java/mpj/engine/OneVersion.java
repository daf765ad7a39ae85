package mpj.engine;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.security.CodeSource;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import mpj.bindings.ThisHost;
import mpj.collectives.Collective;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.settings.Settings;
import mpj.transport.spi.TransportProvider;
import mpjbuf.layout.SectionHeader;

/**
 * Checks that all artifacts of the library in a process are of one version. It cannot be foreseen what artifacts of
 * different versions would do together. The version is that of the module, or, on the class path, that of the jar's
 * manifest. Classes that are in no jar have no version, and fit all.
 */
public final class OneVersion {
    private static final String OWN = OneVersion.class.getName().replace('.', '/') + ".class";
    private static final String TRANSPORTS = "mpj.transport.";
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final String REMEDY = "; take all artifacts of one version, as org.mpj:mpj-bom names them";

    private OneVersion() {
    }

    /**
     * Checks the artifacts that every program has.
     *
     * @param inApi a class of the API that the program has
     * @throws EngineException when two artifacts are of different versions, or one artifact is there in two versions;
     *     the message says where they are
     */
    public static void check(Class<?> inApi) {
        for (Class<?> other : List.of(inApi, Bootstrap.class, Settings.class, SectionHeader.class, Collective.class,
            TransportProvider.class, ThisHost.class)) {
            checkAlike(OneVersion.class, other);
        }
        if (!inApi.getModule().isNamed()) {
            checkCopies(inApi.getClassLoader());
        }
    }

    /** Checks a transport, if it is one of the library. Transports of others have versions of their own. */
    public static void checkTransport(TransportProvider provider) {
        if (provider.getClass().getName().startsWith(TRANSPORTS)) {
            checkAlike(OneVersion.class, provider.getClass());
        }
    }

    private static void checkAlike(Class<?> one, Class<?> other) {
        String version = version(one);
        String another = version(other);
        if (version != null && another != null && !version.equals(another)) {
            throw new EngineException(ErrorClass.ERR_OTHER, "the library is there in two versions: " + version + " in "
                + place(one) + ", and " + another + " in " + place(other) + REMEDY);
        }
    }

    /**
     * The version of the library that a class is from; null if it is from no jar. A module has its version in its
     * descriptor, and a jar on the class path has it in its manifest. Jobs that meet may have started in either way.
     */
    public static String version(Class<?> type) {
        return type.getModule().isNamed() ? type.getModule().getDescriptor().rawVersion().orElse(null)
            : type.getPackage().getImplementationVersion();
    }

    private static String place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null ? type.getModule().toString()
            : source.getLocation().getPath();
    }

    /**
     * Checks for a second set of the whole library on the class path. All classes come from the first set, so the
     * second is seen only by its files.
     */
    private static void checkCopies(ClassLoader loader) {
        URL first = null;
        String version = null;
        try {
            for (URL copy : Collections.list(loader.getResources(OWN))) {
                if (first != null) {
                    version = version == null ? version(first) : version;
                    String another = version(copy);
                    if (version != null && another != null && !version.equals(another)) {
                        throw new EngineException(ErrorClass.ERR_OTHER, "the class path has the library in two"
                            + " versions: " + version + " in " + jar(first) + ", and " + another + " in " + jar(copy)
                            + REMEDY);
                    }
                }
                first = first == null ? copy : first;
            }
        } catch (IOException e) {
            throw new EngineException(ErrorClass.ERR_OTHER, "the class path cannot be searched: " + e.getMessage());
        }
    }

    private static String version(URL copy) throws IOException {
        String place = copy.toString();
        if (!place.startsWith("jar:")) {
            return null;
        }
        URI manifest = URI.create(place.substring(0, place.length() - OWN.length()) + MANIFEST);
        try (InputStream in = manifest.toURL().openStream()) {
            return new Manifest(in).getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        }
    }

    private static String jar(URL copy) {
        String place = copy.getPath();
        return place.substring(place.indexOf('/'), place.length() - OWN.length()).replace("!/", "");
    }
}
