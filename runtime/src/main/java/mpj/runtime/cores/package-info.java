/** The cores that threads run on. */
package mpj.runtime.cores;
