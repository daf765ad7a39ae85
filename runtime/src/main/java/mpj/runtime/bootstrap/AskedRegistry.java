package mpj.runtime.bootstrap;

import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import mpj.runtime.wire.Message;

/**
 * The names that a launcher or an mpjnamed keeps.
 *
 * @param service takes a request and returns the answer
 */
record AskedRegistry(UnaryOperator<Message> service) implements Registry {

    @Override
    public void publish(String name, String value) {
        Limits.checkText("name", name, 1, Message.MAX_NAME);
        Limits.checkText("value of name \"" + name + "\"", value, 0, Message.MAX_PORT);
        ask(new Message.Publish(name, value));
    }

    @Override
    public String lookUp(String name) {
        Limits.checkText("name", name, 1, Message.MAX_NAME);
        if (ask(new Message.LookUp(name)) instanceof Message.Value value) {
            return new String(value.bytes(), StandardCharsets.UTF_8);
        }
        throw new BootstrapException("the look-up of the name \"" + name + "\" was answered with no value");
    }

    @Override
    public void withdraw(String name) {
        Limits.checkText("name", name, 1, Message.MAX_NAME);
        ask(new Message.Withdraw(name));
    }

    private Message ask(Message request) {
        Message answer = service.apply(request);
        if (answer instanceof Message.Unnamed(String kind, String reason)) {
            throw new RegistryException(RegistryException.Kind.valueOf(kind), reason);
        }
        if (answer instanceof Message.Refused(String reason)) {
            throw new RegistryException(RegistryException.Kind.UNREACHABLE, reason);
        }
        return answer;
    }
}
