package mpj.runtime.host;

import java.net.ProtocolException;
import java.util.List;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Programs;
import mpj.runtime.wire.Struct;

/**
 * One of the programs of a job; most jobs have only one. The ranks of a program follow the ranks of the program before
 * it.
 *
 * @param ranks the number of ranks that run the program
 * @param program the program
 * @param classPath the numbers of the program's entries in the job's class path
 */
public record Application(int ranks, RankProgram program, List<Integer> classPath) implements Struct<Application> {
    /** Stands for the type; its components have no meaning. */
    public static final Application ANY = new Application(0, RankProgram.ANY, List.of());

    @Override
    public Application fields(Fields fields) throws ProtocolException {
        return new Application(fields.number(ranks), program.fields(fields), fields.numbers(classPath));
    }

    /** What ranks are told about the programs of their job. */
    static Programs programs(List<Application> applications) {
        return new Programs(applications.stream()
            .map(each -> new Programs.Part(each.ranks, 1 + each.program.arguments().size())).toList());
    }

    /** Picks the program's entries out of the job's class path. */
    List<String> entries(List<String> jobClassPath) {
        return classPath.stream().map(jobClassPath::get).toList();
    }
}
