package mpj.junit;

import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Provides MPI.COMM_WORLD as a parameter, which is recognized by the name of its type.
 *
 * @param inRank whether MPI is available; if not, the parameter is null, because the method does not run
 */
record WorldParameter(boolean inRank) implements ParameterResolver {
    private static final List<String> TYPES = List.of("mpi.Intracomm", "mpi.Comm");

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return TYPES.contains(parameter.getParameter().getType().getName());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (!inRank) {
            return null;
        }
        try {
            return AnyApi.of(parameter.getParameter().getType().getClassLoader()).world();
        } catch (ReflectiveOperationException e) {
            throw new ParameterResolutionException("MPI.COMM_WORLD cannot be read: " + e, e);
        }
    }
}
