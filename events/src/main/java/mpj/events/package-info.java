/**
 * The events that a rank records with JDK Flight Recorder if {@code mpj.events} is set. Recordings contain the events
 * under their names, {@code mpj.Call}, {@code mpj.MessageSent} and so on, with the names of their fields. All of them
 * have the field {@code rank}.
 */
package mpj.events;
