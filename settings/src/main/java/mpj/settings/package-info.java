/**
 * The system properties {@code mpj.…}. A module describes each of its own as a {@link mpj.settings.Setting}, reads it
 * through that, and lists all in a {@link mpj.settings.Catalogue}. So a name that nobody knows is an error, and the
 * tables in the documents can be held to the code.
 */
package mpj.settings;
