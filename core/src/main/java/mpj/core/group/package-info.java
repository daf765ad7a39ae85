/** Groups, the members of a communicator, and which of them are neighbours. */
package mpj.core.group;
