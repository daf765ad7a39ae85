package mpj.engine;

import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeMap;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import mpj.transport.spi.TransportProvider;

/**
 * Which transports a job uses.
 *
 * @param providers in the order of preference
 */
public record TransportChoice(List<TransportProvider> providers) {
    private static final String AUTO = "auto";

    /**
     * Finds the transports that the user asks for.
     *
     * @param value of {@code mpj.transport}: names with commas between them, or {@code auto}, or null for it
     * @throws TransportException when there is no such transport; the message lists those there are
     */
    public static TransportChoice of(String value) {
        TreeMap<String, TransportProvider> known = new TreeMap<>();
        for (TransportProvider provider
            : ServiceLoader.load(TransportProvider.class, TransportChoice.class.getClassLoader())) {
            known.put(provider.name(), provider);
        }
        if (value == null || value.equals(AUTO)) {
            return new TransportChoice(List.copyOf(known.values()));
        }
        return new TransportChoice(List.of(value.split(",")).stream().map(name -> {
            TransportProvider provider = known.get(name.strip());
            if (provider == null) {
                throw new TransportException("-Dmpj.transport=" + value + ": there is no transport " + name.strip()
                    + "; known are auto, " + String.join(", ", known.keySet()));
            }
            return provider;
        }).toList());
    }

    String[] names() {
        return providers.stream().map(TransportProvider::name).toArray(String[]::new);
    }

    Transport[] open(int rank, int size) {
        return providers.stream().map(provider -> provider.open(rank, size)).toArray(Transport[]::new);
    }
}
