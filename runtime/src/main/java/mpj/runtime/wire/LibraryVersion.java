package mpj.runtime.wire;

/** The version of this library. Processes with different versions do not understand each other's messages. */
public final class LibraryVersion {
    private LibraryVersion() {
    }

    /** The version, for people; a remark where the classes come from no jar. */
    public static String text() {
        Class<?> own = LibraryVersion.class;
        String version = own.getModule().isNamed() ? own.getModule().getDescriptor().rawVersion().orElse(null)
            : own.getPackage().getImplementationVersion();
        return version == null ? "(not from a jar)" : version;
    }
}
