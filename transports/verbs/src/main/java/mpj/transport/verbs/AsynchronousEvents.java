package mpj.transport.verbs;

import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.verbs.ibv_async_event;
import mpj.bindings.verbs.ibv_context;
import mpj.bindings.verbs.verbs_h;

/**
 * The events that the device reports about itself, its ports and its queue pairs, apart from the completion of work.
 */
final class AsynchronousEvents {
    private static final System.Logger LOGGER = System.getLogger("mpj.transport.verbs");

    private final Device device;
    private final MemorySegment context;
    private final int descriptor;
    private final CompletionQueue completions;
    private final MemorySegment event;

    /**
     * An event that ends connections.
     *
     * @param queuePair the queue pair that the event ends, 0 if it ends all
     * @param text a description of the event
     */
    record Failure(long queuePair, String text) {
    }

    AsynchronousEvents(Device device, CompletionQueue completions, Arena arena) {
        this.device = device;
        context = device.context();
        descriptor = ibv_context.async_fd(context);
        this.completions = completions;
        event = ibv_async_event.allocate(arena);
    }

    /** The next event that ends connections, or null if there is none. */
    Failure next() {
        while (completions.isReadable(descriptor) && verbs_h.ibv_get_async_event(context, event) == 0) {
            int type = ibv_async_event.event_type(event);
            long object = event.get(PacketLayout.LONG, 0);
            String text = verbs_h.ibv_event_type_str(type).getString(0);
            verbs_h.ibv_ack_async_event(event);
            if (type == verbs_h.IBV_EVENT_PORT_ERR()) {
                LOGGER.log(Level.WARNING, "{0}, device {1}: peers are lost if it stays so for 10 s", text,
                    device.name());
            }
            Failure failure = failure(type, object, text);
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    /**
     * The connections that an event ends, or null if it ends none. A port that goes down ends none by itself, because
     * it may come back before the queue pairs give up.
     */
    static Failure failure(int type, long object, String text) {
        if (type == verbs_h.IBV_EVENT_QP_FATAL() || type == verbs_h.IBV_EVENT_QP_REQ_ERR()
            || type == verbs_h.IBV_EVENT_QP_ACCESS_ERR()) {
            return new Failure(object, text);
        }
        if (type == verbs_h.IBV_EVENT_DEVICE_FATAL() || type == verbs_h.IBV_EVENT_CQ_ERR()
            || type == verbs_h.IBV_EVENT_SRQ_ERR()) {
            return new Failure(0, text);
        }
        return null;
    }
}
