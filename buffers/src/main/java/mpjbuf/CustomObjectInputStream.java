package mpjbuf;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Proxy;
import java.net.URLClassLoader;

/**
 * An object stream that finds the program's classes. It first uses the loader that was set, which by default is the
 * thread's context class loader, and only then the loader that {@link ObjectInputStream} uses. Ranks that share a JVM
 * have class loaders of their own, which the library's loader does not know.
 */
public class CustomObjectInputStream extends ObjectInputStream {
    private ClassLoader loader = Thread.currentThread().getContextClassLoader();

    /**
     * Makes a stream for a subclass that reads objects by itself.
     *
     * @throws IOException never
     */
    protected CustomObjectInputStream() throws IOException {
    }

    /**
     * Opens a stream and reads its header.
     *
     * @param in the bytes
     * @throws IOException if the bytes do not begin with a stream header, or cannot be read
     */
    public CustomObjectInputStream(InputStream in) throws IOException {
        super(in);
    }

    /**
     * Sets the loader that is used first.
     *
     * @param ucl a class loader
     */
    public void setClassLoader(URLClassLoader ucl) {
        loader = ucl;
    }

    /**
     * Finds the class of objects in the stream.
     *
     * @param desc the class as the stream describes it
     * @return the class, not initialized
     * @throws IOException if there is no such class; the cause is the {@link ClassNotFoundException}
     */
    @Override
    public Class<?> resolveClass(ObjectStreamClass desc) throws IOException {
        try {
            return Class.forName(desc.getName(), false, loader);
        } catch (ClassNotFoundException | LinkageError notInLoader) {
            try {
                return super.resolveClass(desc);
            } catch (ClassNotFoundException e) {
                throw new IOException("class " + desc.getName() + " is not on this rank's class path", e);
            }
        }
    }

    /**
     * Finds the class of a proxy in the stream.
     *
     * @param interfaces the names of the proxy's interfaces
     * @return the proxy class
     * @throws IOException never
     * @throws ClassNotFoundException if one of the interfaces is unknown
     */
    @Override
    @SuppressWarnings("deprecation") // Only Proxy.getProxyClass defines a proxy class without an instance.
    protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
        Class<?>[] resolved = new Class<?>[interfaces.length];
        try {
            for (int i = 0; i < interfaces.length; i++) {
                resolved[i] = Class.forName(interfaces[i], false, loader);
            }
            return Proxy.getProxyClass(loader, resolved);
        } catch (ClassNotFoundException | java.lang.IllegalArgumentException notInLoader) {
            return super.resolveProxyClass(interfaces);
        }
    }
}
