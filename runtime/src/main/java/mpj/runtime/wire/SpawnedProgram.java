package mpj.runtime.wire;

import java.net.ProtocolException;
import java.util.List;
import java.util.Map;

/**
 * A program of a job that another job spawns.
 *
 * @param command a class, a .jar file or a .java file
 * @param arguments of the program
 * @param count the number of ranks
 * @param info where and how to start it, by the keys of MPI
 */
public record SpawnedProgram(String command, List<String> arguments, int count, Map<String, String> info)
    implements Struct<SpawnedProgram> {
    /** Stands for the type; its components have no meaning. */
    static final SpawnedProgram ANY = new SpawnedProgram("", List.of(), 0, Map.of());

    @Override
    public SpawnedProgram fields(Fields fields) throws ProtocolException {
        return new SpawnedProgram(fields.text(command), fields.texts(arguments), fields.number(count),
            fields.texts(info));
    }
}
