package mpj.tests.programs;

import java.io.Serializable;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import mpi.MPI;
import mpi.MPIException;

/** Rank 0 sends an object of a class that only rank 0 can load. The argument names the folder of the class. */
public final class ForeignClass {
    private ForeignClass() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws ReflectiveOperationException, MalformedURLException {
        MPI.Init(args);
        Object[] objects = new Object[1];
        if (MPI.COMM_WORLD.Rank() == 0) {
            objects[0] = stranger(Path.of(args[0]));
            MPI.COMM_WORLD.Send(objects, 0, 1, MPI.OBJECT, 1, 1);
            objects[0] = "next";
            MPI.COMM_WORLD.Send(objects, 0, 1, MPI.OBJECT, 1, 1);
        } else {
            try {
                MPI.COMM_WORLD.Recv(objects, 0, 1, MPI.OBJECT, 0, 1);
                System.out.println("received " + objects[0]);
            } catch (MPIException e) {
                System.out.println("error class " + e.Get_error_class() + ": " + e.getMessage());
            }
            MPI.COMM_WORLD.Recv(objects, 0, 1, MPI.OBJECT, 0, 1);
            System.out.println("then " + objects[0]);
        }
        MPI.Finalize();
    }

    private static Serializable stranger(Path folder) throws ReflectiveOperationException, MalformedURLException {
        ClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()});
        return (Serializable) loader.loadClass("Stranger").getDeclaredConstructor().newInstance();
    }
}
