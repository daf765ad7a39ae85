/**
 * Tests with real ranks: jobs that mpjrun starts from the built jars.
 *
 * <p>{@link mpj.tests.SharedSuiteTest} runs the checks of package {@code mpj.tests.checks} over every transport; what
 * ends a job, or must not, has tests of its own.
 */
package mpj.tests;
