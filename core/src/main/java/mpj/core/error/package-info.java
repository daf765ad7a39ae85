/** What becomes of errors. */
package mpj.core.error;
