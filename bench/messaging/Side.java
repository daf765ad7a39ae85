/** The connections of one process with one system of messages. */
interface Side extends AutoCloseable {
    /** Sends on one topic, over a connection of its own. */
    interface Sender {
        void send(byte[] message) throws Exception;
    }

    /** Receives on one topic. */
    interface Receiver {
        byte[] receive() throws Exception;
    }

    /** Both, over one connection, to and from the other process. */
    record End(Sender sender, Receiver receiver) {
    }

    /** An end that receives from one topic, and sends to another. It is ready when it is answered. */
    End open(String from, String to) throws Exception;

    @Override
    void close() throws Exception;
}
