/** How errors are handled. */
package mpj.core.error;
