/** What the ranks of a running job tell of themselves, and how it is shown. */
package mpj.runtime.view;
