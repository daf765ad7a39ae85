/**
 * Tests with real ranks: jobs that mpjrun starts from the built jars.
 *
 * <p>{@link mpj.tests.SharedSuiteTest} runs the checks of package {@code mpj.tests.checks} over every transport. Tests
 * about the end of a job have classes of their own.
 */
package mpj.tests;
