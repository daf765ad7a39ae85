package mpj.engine;

/**
 * Why an operation failed.
 *
 * @param error MPI's error class
 * @param text a sentence that names the argument and the value
 */
public record Failure(ErrorClass error, String text) {
}
