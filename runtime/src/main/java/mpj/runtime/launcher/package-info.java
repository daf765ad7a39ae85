/** mpjrun: starts the ranks of a job on this host, joins their output, and ends them together. */
package mpj.runtime.launcher;
