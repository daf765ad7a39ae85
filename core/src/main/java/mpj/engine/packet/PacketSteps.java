package mpj.engine.packet;

import mpj.engine.ExternalOperation;
import mpj.engine.Failure;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.StepMessages;
import mpj.engine.wait.Completions;
import mpjbuf.layout.ElementType;

/** Sends and receives of stepped operations, in packets. */
final class PacketSteps extends StepMessages {
    private final Destinations destinations;
    private final Sending sending;
    private final Receiving receiving;
    private final Completions completions;

    PacketSteps(Destinations destinations, Sending sending, Receiving receiving, Completions completions) {
        this.destinations = destinations;
        this.sending = sending;
        this.receiving = receiving;
        this.completions = completions;
    }

    @Override
    public Operation send(Object buffer, ElementType type, long from, long bytes, long header, int context,
                          int destination, int tag) {
        Destination to = destinations.to(destination, context);
        if (sending.atOnce(to, buffer, type, from, bytes, header, context, tag)) {
            return to.sent;
        }
        Send send = sending.prepare(to, buffer, type, from, bytes, header, context, tag, false);
        sending.start(send, to);
        return send;
    }

    @Override
    public Receive receive(Object buffer, ElementType type, int typeCode, long from, long capacity, int context,
                           int source, int tag) {
        Receive receive = new Receive(receiving, null);
        receiving.post(receive, buffer, type, typeCode, from, capacity, context, source, tag);
        return receive;
    }

    @Override
    public void complete(ExternalOperation operation, Failure failure) {
        if (failure == null) {
            completions.complete(operation);
        } else {
            completions.fail(operation, failure);
        }
    }
}
