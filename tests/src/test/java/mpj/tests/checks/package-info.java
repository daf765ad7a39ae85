/** The shared suite: what every transport must do. Each class is one program, each {@code @Check} one test. */
package mpj.tests.checks;
