/** The class that scripts and run configurations for MPJ Express start. */
package runtime.starter;
