/**
 * The events that a rank records with JDK Flight Recorder when {@code mpj.events} is set. Their names and fields are
 * what recordings have: {@code mpj.Call}, {@code mpj.MessageSent} and so on, all with the field {@code rank}.
 */
package mpj.events;
