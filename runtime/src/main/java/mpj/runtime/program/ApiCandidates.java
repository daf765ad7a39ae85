package mpj.runtime.program;

import java.util.ArrayList;
import java.util.List;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.host.UsageException;

/** The APIs for which a program may be written, judged by the classes that have been examined. */
final class ApiCandidates implements AutoCloseable {
    private static final String PACKAGE = "mpi/";

    private final List<ApiMembers> all = new ArrayList<>();
    private final List<ApiMembers> left = new ArrayList<>();

    void add(ApiMembers api) {
        all.add(api);
        left.add(api);
    }

    boolean areSeveral() {
        return left.size() > 1;
    }

    /** Whether one of the APIs has a class, whatever the program has. */
    boolean have(String name) {
        for (ApiMembers api : all) {
            if (api.hasClass(name)) {
                return true;
            }
        }
        return false;
    }

    /** The API that was added first, among the APIs that are left. */
    Api first() {
        return left.getFirst().api();
    }

    /**
     * Removes the APIs that lack something which this class names.
     *
     * @param name of the class
     * @throws UsageException when no API is left
     */
    void examine(String name, ClassFile file) {
        List<ClassFile.Member> wanted = new ArrayList<>();
        for (String type : file.classes()) {
            if (type.startsWith(PACKAGE)) {
                wanted.add(ClassFile.Member.itself(type));
            }
        }
        wanted.addAll(file.members(PACKAGE));
        String firstLack = null;
        for (ClassFile.Member member : wanted) {
            List<String> lacking = exclude(member);
            if (lacking.isEmpty()) {
                continue;
            }
            String lack = Descriptor.written(member) + ", which " + String.join(" and ", lacking)
                + (lacking.size() > 1 ? " lack" : " lacks");
            if (left.isEmpty()) {
                String what = lacking.size() > 1 ? lack : firstLack + ", and " + lack;
                throw new UsageException("class " + name.replace('/', '.') + " uses " + what + "; it does not"
                    + " fit either API of this version. To run it nevertheless, name one: --api " + Api.words());
            }
            firstLack = firstLack == null ? lack : firstLack;
        }
    }

    /**
     * Removes the APIs that lack a member. Returns their names, and the names of APIs that were removed before and also
     * lack it.
     */
    private List<String> exclude(ClassFile.Member member) {
        List<String> lacking = new ArrayList<>();
        for (ApiMembers api : all) {
            if (!api.has(member)) {
                lacking.add(api.api().word());
                left.remove(api);
            }
        }
        return lacking;
    }

    @Override
    public void close() {
        for (ApiMembers api : all) {
            api.close();
        }
    }
}
