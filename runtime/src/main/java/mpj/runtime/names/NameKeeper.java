package mpj.runtime.names;

import mpj.runtime.wire.Message;

/** What keeps the names of one job. The names are withdrawn when the job closes this. Thread-safe. */
public interface NameKeeper extends AutoCloseable {

    /**
     * Answers a {@link Message.Publish}, {@link Message.LookUp} or {@link Message.Withdraw}: with {@link Message.Done},
     * a {@link Message.Value} or {@link Message.Unnamed}.
     */
    Message ask(Message request);

    @Override
    void close();
}
