package mpj.core.objects;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.EngineProperties;
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
            return NOTHING; // no header of a stream, because a message without elements has no type
        }
        int[] indexes = datatype.map().indexes(offset, elements);
        try {
            byte[] flat = FlatObjects.write(objects, indexes);
            return flat != null ? flat : stream(objects, indexes, SerialBytes.MOST);
        } catch (NotSerializableException e) {
            throw new EngineException(ErrorClass.ERR_TYPE, "an object to be sent is, or holds, one of class "
                + e.getMessage() + ", which is not Serializable; " + remedy(e.getMessage()), e);
        } catch (StackOverflowError e) {
            throw new EngineException(ErrorClass.ERR_TYPE, "the objects to be sent are nested too deeply to be"
                + " serialized with this thread's stack; make it larger, as with -J-Xss16m");
        } catch (EngineException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new EngineException(ErrorClass.ERR_TYPE, "an object to be sent cannot be serialized: " + e, e);
        }
    }

    /**
     * How a program can send an object of a class that is not Serializable. A program cannot change the JDK's classes.
     */
    private static String remedy(String className) {
        if (isOfJdk(className)) {
            return "the class is the JDK's, so send what the object holds (of an Optional, its value or null), or"
                + " declare the field that refers to it transient";
        }
        return className.contains("$$Lambda") ? "cast the lambda to a type that is Serializable too, as in"
            + " (Runnable & Serializable)"
            : "make the class Serializable, or, if it is not yours, send what the object holds";
    }

    private static boolean isOfJdk(String className) {
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        try {
            ClassLoader loader = Class.forName(className, false, platform).getClassLoader();
            return loader == null || loader == platform; // the system loader may also find modules of the program
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    static byte[] stream(Object[] objects, int[] indexes, int most) throws IOException {
        SerialBytes bytes = new SerialBytes(USUAL_BYTES, most);
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
