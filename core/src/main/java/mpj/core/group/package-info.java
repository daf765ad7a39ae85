/** Groups, who is in a communicator, and who is whose neighbour. */
package mpj.core.group;
