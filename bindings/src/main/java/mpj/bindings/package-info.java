/** The parts that the packages of the single libraries share, and the kernel's information about this host. */
package mpj.bindings;
