/** The hosts that a resource manager has allocated to the job in which mpjrun runs, and their slots for ranks. */
package mpj.runtime.allocation;
