package mpj.runtime.launcher;

/** The order in which ranks take the slots of hosts. */
enum Mapping {
    /** All slots of a host, then those of the next. */
    SLOT,
    /** One on each host in turn. */
    NODE,
    /** As by slot, each rank on a core of its own. */
    CORE;

    static Mapping named(String name) {
        if (name == null) {
            return SLOT;
        }
        return switch (name) {
            case "slot" -> SLOT;
            case "node" -> NODE;
            case "core" -> CORE;
            default -> throw new UsageException("--map-by " + name + ": expected slot, node or core");
        };
    }
}
