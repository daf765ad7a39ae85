package mpi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectOutputStream;
import mpj.engine.ErrorClass;
import mpjbuf.CustomObjectInputStream;

/** Objects as the bytes of a message. */
final class ObjectMessage {
    private static final String FILTER = "mpj.serial.filter";

    private static final byte[] NOTHING = {};

    private ObjectMessage() {
    }

    static byte[] write(Object[] objects, int offset, int count, Datatype datatype) {
        int elements = count * datatype.elements();
        if (elements == 0) {
            return NOTHING; // without a stream's header: a message without elements has no type
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (int i : datatype.map().indexes(offset, elements)) {
                out.writeObject(objects[i]);
            }
        } catch (NotSerializableException e) {
            throw new MPIException(ErrorClass.ERR_TYPE, "buf holds an object of " + e.getMessage()
                + ", which is not Serializable", e);
        } catch (IOException e) {
            throw new MPIException(ErrorClass.ERR_OTHER, "buf cannot be serialized: " + e, e);
        }
        return bytes.toByteArray();
    }

    /** Restores the elements of a message, which need not be whole items. */
    static void read(byte[] message, Object[] objects, int offset, int elements, Datatype datatype) {
        if (elements == 0) {
            return;
        }
        try (CustomObjectInputStream in = new CustomObjectInputStream(new ByteArrayInputStream(message))) {
            in.setObjectInputFilter(filter(message.length));
            for (int i : datatype.map().indexes(offset, elements)) {
                objects[i] = in.readObject();
            }
        } catch (InvalidClassException e) {
            throw new MPIException(ErrorClass.ERR_TYPE, "an object received was refused: " + e.getMessage()
                + "; see -D" + FILTER, e);
        } catch (IOException | ClassNotFoundException | ArrayStoreException e) {
            throw new MPIException(ErrorClass.ERR_TYPE, "an object received cannot be restored: " + e, e);
        }
    }

    /** The user's filter; else one that keeps a damaged message from asking for more than its own size justifies. */
    private static ObjectInputFilter filter(int bytes) {
        String pattern = System.getProperty(FILTER);
        return ObjectInputFilter.Config.createFilter(pattern != null ? pattern
            : "maxdepth=10000;maxrefs=" + bytes + ";maxarray=" + bytes + ";*");
    }
}
