package mpj.runtime.host;

import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Programs;
import mpj.runtime.wire.Struct;

/**
 * One of the programs of a job, which most jobs have one of. Its ranks follow those of the program before it.
 *
 * @param ranks how many run it
 * @param program what they run
 * @param classPath which entries of the job's class path are the program's
 */
public record Application(int ranks, RankProgram program, List<Integer> classPath) implements Struct<Application> {
    /** A record of this type, whatever its components. */
    public static final Application ANY = new Application(0, RankProgram.ANY, List.of());

    @Override
    public Application fields(Fields fields) throws ProtocolException {
        return new Application(fields.number(ranks), program.fields(fields), fields.numbers(classPath));
    }

    /** What ranks are told of the programs of their job. */
    static Programs programs(List<Application> applications) {
        return new Programs(applications.stream()
            .map(each -> new Programs.Part(each.ranks, 1 + each.program.arguments().size())).toList());
    }

    /** The program's entries, of those of the job. */
    List<String> entries(List<String> jobClassPath) {
        return classPath.stream().map(jobClassPath::get).toList();
    }
}
