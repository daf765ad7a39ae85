package mpj.runtime.bootstrap;

import java.io.IOException;
import mpj.runtime.pmix.PmixNames;
import mpj.runtime.pmix.PmixNames.Published;
import mpj.runtime.wire.Message;

/**
 * The names that a PMIx server keeps. The rank that has published a name owns the name.
 *
 * @param names the server's names
 */
record PmixRegistry(PmixNames names) implements Registry {

    private interface Call<T> {
        T run() throws IOException;
    }

    @Override
    public void publish(String name, String value) {
        Limits.checkText("name", name, 1, Message.MAX_NAME);
        Limits.checkText("value of name \"" + name + "\"", value, 0, Message.MAX_PORT);
        result(() -> {
            Published first = names.lookUp(name).orElse(null);
            if (first == null) {
                names.publish(name, value);
                first = names.lookUp(name).orElse(null); // another rank may have been faster
                if (first != null && isOwn(first)) {
                    return null;
                }
            }
            throw new RegistryException(RegistryException.Kind.PUBLISHED, "the name \"" + name + "\" is published"
                + " already" + (first == null ? "" : ", by " + described(first)) + "; choose another name, or withdraw"
                + " the name there first");
        });
    }

    @Override
    public String lookUp(String name) {
        Limits.checkText("name", name, 1, Message.MAX_NAME);
        return result(() -> required(name).value());
    }

    @Override
    public void withdraw(String name) {
        Limits.checkText("name", name, 1, Message.MAX_NAME);
        result(() -> {
            Published published = required(name);
            if (!isOwn(published)) {
                throw new RegistryException(RegistryException.Kind.FOREIGN, "the name \"" + name + "\" was published"
                    + " by " + described(published) + "; only the rank that has published the name can withdraw it");
            }
            names.withdraw(name);
            return null;
        });
    }

    private Published required(String name) throws IOException {
        return names.lookUp(name).orElseThrow(() -> new RegistryException(RegistryException.Kind.UNKNOWN,
            "nobody has published the name \"" + name + "\" with this PMIx server; jobs of different servers need"
                + " mpjnamed (-D" + RuntimeProperties.NAMES.definition("HOST:PORT") + ")"));
    }

    private boolean isOwn(Published published) {
        return published.namespace().equals(names.namespace()) && published.rank() == names.rank();
    }

    private static String described(Published published) {
        return "rank " + published.rank() + " of PMIx namespace " + published.namespace();
    }

    private static <T> T result(Call<T> call) {
        try {
            return call.run();
        } catch (IOException e) {
            throw new RegistryException(RegistryException.Kind.UNREACHABLE, "the PMIx server keeps no names: "
                + e.getMessage() + "; start mpjnamed and give each job -D"
                + RuntimeProperties.NAMES.definition("HOST:PORT"));
        }
    }
}
