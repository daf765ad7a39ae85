package mpj.runtime.bootstrap;

import java.net.URL;

/** A program has one API. Which of two is taken would be left to the order of their jars. */
public final class OneApi {
    private OneApi() {
    }

    /**
     * Checks that there is no other API beside this one.
     *
     * @param inApi a class of the one that the program has
     * @throws BootstrapException when there is, with the names of both
     */
    public static void check(Class<?> inApi) {
        if (inApi.getModule().isNamed()) {
            return; // the JVM sees to it: no two modules may have one package
        }
        URL found = null;
        for (Api api : Api.values()) {
            URL mark = inApi.getClassLoader().getResource(api.mark());
            if (mark != null && found != null) {
                throw new BootstrapException("the class path has two APIs, " + file(found) + " and " + file(mark)
                    + ". Both have package mpi; leave out the one that the program is not written for");
            }
            found = mark == null ? found : mark;
        }
    }

    /** The jar or folder that has a mark, and the name of its API. */
    private static String file(URL mark) {
        String place = mark.toString();
        int name = place.lastIndexOf("/mpi/");
        return place.substring(place.indexOf('/'), name).replace("!", "") + " ("
            + place.substring(name + "/mpi/".length()) + ")";
    }
}
