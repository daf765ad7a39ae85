/** Tests of MPI programs. A method that is annotated with {@link mpj.junit.MpiTest} runs on several ranks. */
package mpj.junit;
