/** The check of a buffer that a program passes, and the conversion of its data on the way out and in. */
package mpj.core.message;
