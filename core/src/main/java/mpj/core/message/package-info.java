/** The check of a buffer that a program passes, and what becomes of it on its way out and in. */
package mpj.core.message;
