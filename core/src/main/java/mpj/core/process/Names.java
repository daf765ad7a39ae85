package mpj.core.process;

import java.util.function.Supplier;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.runtime.bootstrap.Registry;
import mpj.runtime.bootstrap.RegistryException;

/** The names of services under which jobs publish their ports. Thread-safe. */
public final class Names {
    private static final int MOST_CHARACTERS = 256;

    private final Supplier<Registry> registry;

    /** @param registry the names; it may throw a {@link RegistryException} */
    public Names(Supplier<Registry> registry) {
        this.registry = registry;
    }

    /** MPI_Publish_name. */
    public void publish(String service, String port) {
        check(service);
        PortName.of(port);
        result(ErrorClass.ERR_NAME, () -> {
            registry.get().publish(service, port);
            return null;
        });
    }

    /** MPI_Lookup_name. */
    public String lookUp(String service) {
        check(service);
        return result(ErrorClass.ERR_NAME, () -> registry.get().lookUp(service));
    }

    /** MPI_Unpublish_name. A name that nobody has published is an error of class ERR_SERVICE here. */
    public void unpublish(String service, String port) {
        check(service);
        if (!result(ErrorClass.ERR_SERVICE, () -> registry.get().lookUp(service)).equals(port)) {
            throw new EngineException(ErrorClass.ERR_SERVICE, "service \"" + service + "\" was published with another"
                + " port; pass the port with which it was published");
        }
        result(ErrorClass.ERR_SERVICE, () -> {
            registry.get().withdraw(service);
            return null;
        });
    }

    private static void check(String service) {
        if (service == null || service.isEmpty() || service.length() > MOST_CHARACTERS) {
            throw new EngineException(ErrorClass.ERR_ARG, "the service's name is "
                + (service == null ? "null" : service.isEmpty() ? "empty" : service.length() + " characters long")
                + "; it must have 1 to " + MOST_CHARACTERS + " characters");
        }
    }

    private static <T> T result(ErrorClass ofUnknown, Supplier<T> call) {
        try {
            return call.get();
        } catch (RegistryException e) {
            ErrorClass error = switch (e.kind()) {
                case UNKNOWN -> ofUnknown;
                case PUBLISHED, FOREIGN -> ErrorClass.ERR_SERVICE;
                case UNREACHABLE -> ErrorClass.ERR_OTHER;
            };
            throw new EngineException(error, e.getMessage(), e);
        }
    }
}
