/** The information that the ranks of a running job send about themselves, and how it is shown. */
package mpj.runtime.view;
