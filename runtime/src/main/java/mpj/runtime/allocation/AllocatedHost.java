package mpj.runtime.allocation;

/**
 * A host of an allocation.
 *
 * @param name the resource manager's name for the host
 * @param slots the number of ranks that the host may have, at least 1
 */
public record AllocatedHost(String name, int slots) {
}
