/**
 * The shared suite, which every transport must pass. Each class is one program, and each {@code @Check} is one test.
 */
package mpj.tests.checks;
