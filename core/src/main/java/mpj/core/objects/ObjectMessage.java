package mpj.core.objects;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.EngineException;
import mpj.engine.EngineProperties;
import mpj.engine.ErrorClass;
import mpjbuf.CustomObjectInputStream;

/** Objects as the bytes of a message. */
public final class ObjectMessage {
    private static final byte[] NOTHING = {};
    private static final int USUAL_BYTES = 512;
    private static final String FILTERED = "filter status";

    private ObjectMessage() {
    }

    public static byte[] write(Object[] objects, int offset, int count, TypeDescriptor datatype) {
        int elements = count * datatype.elements();
        if (elements == 0) {
            return NOTHING; // without a stream's header: a message without elements has no type
        }
        int[] indexes = datatype.map().indexes(offset, elements);
        try {
            byte[] flat = FlatObjects.write(objects, indexes);
            return flat != null ? flat : stream(objects, indexes);
        } catch (NotSerializableException e) {
            throw new EngineException(ErrorClass.ERR_TYPE, "an object to be sent is, or holds, one of class "
                + e.getMessage() + ", which is not Serializable; make the class Serializable", e);
        } catch (StackOverflowError e) {
            throw new EngineException(ErrorClass.ERR_TYPE, "the objects to be sent are nested too deeply to be"
                + " serialized with this thread's stack; make it larger, as with -J-Xss16m");
        } catch (IOException | RuntimeException e) {
            throw new EngineException(ErrorClass.ERR_TYPE, "an object to be sent cannot be serialized: " + e, e);
        }
    }

    private static byte[] stream(Object[] objects, int[] indexes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (int i : indexes) {
                out.writeObject(objects[i]);
            }
        }
        return bytes.toByteArray();
    }

    /** Restores the elements of a message. They need not be whole items. */
    public static void read(byte[] message, Object[] objects, int offset, int elements, TypeDescriptor datatype) {
        if (elements == 0) {
            return;
        }
        int[] indexes = datatype.map().indexes(offset, elements);
        try {
            if (FlatObjects.isMessage(message)) {
                FlatObjects.read(message, objects, indexes, SerialFilter.of(message.length));
            } else {
                readStream(message, objects, indexes);
            }
        } catch (InvalidClassException e) {
            throw new EngineException(ErrorClass.ERR_TYPE, e.getMessage().contains(FILTERED)
                ? "an object received was refused: " + e.getMessage() + "; -D"
                    + EngineProperties.SERIAL_FILTER.name() + " says which classes and sizes are accepted"
                : "an object received cannot be restored: " + e.getMessage(), e);
        } catch (StackOverflowError e) {
            throw new EngineException(ErrorClass.ERR_TYPE, "the objects received are nested too deeply to be restored"
                + " with this thread's stack; make it larger, as with -J-Xss16m");
        } catch (EngineException e) {
            throw e;
        } catch (ArrayStoreException e) {
            throw cannotHold(objects, e);
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            throw new EngineException(ErrorClass.ERR_TYPE, "an object received cannot be restored: " + e, e);
        }
    }

    private static void readStream(byte[] message, Object[] objects, int[] indexes)
        throws IOException, ClassNotFoundException {
        try (CustomObjectInputStream in = new CustomObjectInputStream(new ByteArrayInputStream(message))) {
            in.setObjectInputFilter(SerialFilter.of(message.length));
            for (int i : indexes) {
                objects[i] = in.readObject();
            }
        }
    }

    public static EngineException cannotHold(Object[] objects, ArrayStoreException e) {
        return new EngineException(ErrorClass.ERR_TYPE, "an object received is of class " + e.getMessage()
            + ", which an array of type " + objects.getClass().getTypeName() + " cannot hold; receive into one that"
            + " can", e);
    }
}
