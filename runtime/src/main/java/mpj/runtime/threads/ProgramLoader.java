package mpj.runtime.threads;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.security.cert.Certificate;

/** A loader of the program's classes. It redirects their calls that end the JVM ({@link ExitCalls}). */
abstract class ProgramLoader extends URLClassLoader {
    ProgramLoader(String name, URL[] classPath, ClassLoader parent) {
        super(name, classPath, parent);
    }

    /** Finds a class of the class path, and redirects its calls. */
    final Class<?> findProgramClass(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/') + ".class";
        byte[] redirected = ExitCalls.redirect(bytes(path));
        return redirected == null ? findUnchanged(name)
            : defineClass(name, redirected, 0, redirected.length, source(path));
    }

    /** Finds a class of the class path as it is. */
    final Class<?> findUnchanged(String name) throws ClassNotFoundException {
        return super.findClass(name);
    }

    /** The place of a file of the class path, or null. */
    final URL file(String path) {
        return super.findResource(path);
    }

    /** Returns an empty array when there is no such class; {@link URLClassLoader} then reports it. */
    private byte[] bytes(String path) throws ClassNotFoundException {
        URL file = file(path);
        if (file == null) {
            return new byte[0];
        }
        try (InputStream in = file.openStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(path + " cannot be read", e);
        }
    }

    /** The jar or folder of a class. Signers are left out for a class that was changed. */
    private CodeSource source(String path) {
        URL own = file(path);
        for (URL entry : getURLs()) {
            if (own.toString().contains(entry.toString())) {
                return new CodeSource(entry, (Certificate[]) null);
            }
        }
        return null;
    }
}
