package mpj.engine.packet;

import java.io.File;
import java.io.IOException;
import java.util.ServiceLoader;
import java.util.zip.ZipFile;
import mpj.transport.spi.TransportProvider;

/**
 * The transports that are installed, as modules or on the class path.
 *
 * <p>To look for services on the class path, {@link ServiceLoader} also opens the jars of all modules. That takes
 * longer than the whole rest of a rank's start. So the class path is searched in this way only if it has transports at
 * all.
 */
public final class InstalledTransports {
    private static final String SERVICE = "META-INF/services/" + TransportProvider.class.getName();

    private InstalledTransports() {
    }

    public static ServiceLoader<TransportProvider> find() {
        Module own = InstalledTransports.class.getModule();
        return own.getLayer() == null || areOnClassPath()
            ? ServiceLoader.load(TransportProvider.class, InstalledTransports.class.getClassLoader())
            : ServiceLoader.load(own.getLayer(), TransportProvider.class);
    }

    private static boolean areOnClassPath() {
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
            File file = new File(entry.isEmpty() ? "." : entry);
            if (file.isFile() ? areIn(file) : new File(file, SERVICE).exists()) {
                return true;
            }
        }
        return false;
    }

    private static boolean areIn(File jar) {
        try (ZipFile file = new ZipFile(jar)) {
            return file.getEntry(SERVICE) != null;
        } catch (IOException e) {
            return false; // not a jar: the class loader ignores it as well
        }
    }
}
