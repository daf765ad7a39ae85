/** What the packages of the single libraries have in common, and what the kernel tells of this host. */
package mpj.bindings;
