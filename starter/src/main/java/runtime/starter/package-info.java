/** What scripts and run configurations that were made for MPJ Express start. */
package runtime.starter;
