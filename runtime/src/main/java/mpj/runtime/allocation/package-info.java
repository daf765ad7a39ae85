/** What a resource manager has given to the job in which mpjrun runs: hosts, and slots for ranks on each. */
package mpj.runtime.allocation;
