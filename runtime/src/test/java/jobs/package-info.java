/**
 * Programs that jobs of these tests run. The package is outside package {@code mpj}, like every program, because ranks
 * that are threads share the classes of that package.
 */
package jobs;
