package mpj.core.window;

/** Lets a rank do its whole part for others even if some of it fails. The first failure is thrown at the end. */
final class FirstFailure {
    private RuntimeException first;

    void in(Runnable part) {
        try {
            part.run();
        } catch (RuntimeException e) {
            if (first == null) {
                first = e;
            }
        }
    }

    void raise() {
        if (first != null) {
            throw first;
        }
    }
}
