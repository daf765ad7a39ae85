package mpj.runtime.agent;

import java.io.IOException;
import mpj.runtime.host.CacheCleaning;
import mpj.runtime.host.CacheFolder;

/**
 * Deletes the user's cache on a host, for {@code mpjrun --clean --host}. The script that starts agents starts this
 * class in place of an agent.
 */
public final class HostCleaning {
    private HostCleaning() {
    }

    /** Prints the result in the form in which the script prints its own messages. */
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
