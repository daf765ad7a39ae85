/**
 * The system properties {@code mpj.…}. A module describes each of its properties as a {@link mpj.settings.Setting},
 * reads the property through that object, and lists all of them in a {@link mpj.settings.Catalogue}. So an unknown name
 * is an error, and a test can compare the tables in the documents with the code.
 */
package mpj.settings;
