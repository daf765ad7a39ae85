package mpj.runtime.bootstrap;

import java.net.URL;

/** Checks that a program has only one API. With two, the order of the jars would decide which of them is used. */
public final class OneApi {
    private OneApi() {
    }

    /**
     * Checks that the class path has no API other than this one.
     *
     * @param inApi a class of the API that the program uses
     * @throws BootstrapException when there is another; the message names both
     */
    public static void check(Class<?> inApi) {
        if (inApi.getModule().isNamed()) {
            return; // the JVM has checked: no two modules may have the same package
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

    /** Describes the API that a mark belongs to: the jar or folder that contains the mark, and the API's name. */
    private static String file(URL mark) {
        String place = mark.toString();
        int name = place.lastIndexOf("/mpi/");
        return place.substring(place.indexOf('/'), name).replace("!", "") + " ("
            + place.substring(name + "/mpi/".length()) + ")";
    }
}
