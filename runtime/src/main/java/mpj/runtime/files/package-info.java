/** Errors of files in words. */
package mpj.runtime.files;
