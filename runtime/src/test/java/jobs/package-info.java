/**
 * What jobs of these tests run. It is not below package {@code mpj}, as no program is: ranks that are threads share the
 * classes there.
 */
package jobs;
