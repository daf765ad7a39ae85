package mpj.runtime.launcher;

import mpj.runtime.host.HostName;

/** The host on which mpjrun itself runs: its ranks are started directly, so that a laptop needs no sshd. */
final class LocalHost {
    static final String NAME = "localhost";

    private LocalHost() {
    }

    /** Whether a name in a host list means this host. Looks nothing up: a thousand names would take too long. */
    static boolean isNamed(String name) {
        if (name.equals(NAME) || name.equals("127.0.0.1") || name.equals("::1")) {
            return true;
        }
        String own = HostName.local();
        return !own.isEmpty()
            && (name.equals(own) || own.startsWith(name + ".") || name.startsWith(own + "."));
    }
}
