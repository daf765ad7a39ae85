/**
 * The API of Tycho for programs: a {@link tycho.Client} registers producers and consumers, finds those of other
 * programs, and exchanges messages with them. {@link tycho.Client} has an example. Tycho does not use MPI.
 */
package tycho;
