package mpj.runtime.allocation;

/**
 * A host of an allocation.
 *
 * @param name as the resource manager names it
 * @param slots for so many ranks, at least 1
 */
public record AllocatedHost(String name, int slots) {
}
