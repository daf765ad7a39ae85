package mpj.runtime.agent;

import java.io.IOException;
import mpj.runtime.host.CacheCleaning;
import mpj.runtime.host.CacheFolder;

/** Deletes the user's cache on a host for {@code mpjrun --clean --host}: in place of an agent, by the same script. */
public final class HostCleaning {
    private HostCleaning() {
    }

    /** Says what became of it, as the script says what it does. */
    public static void main(String[] args) {
        String answer;
        try {
            answer = SshStarter.CLEANED + " " + CacheCleaning.clean(CacheFolder.of(System.getenv()));
        } catch (IOException e) {
            answer = "failed " + e;
        }
        System.out.println(SshStarter.MARK + answer);
    }
}
