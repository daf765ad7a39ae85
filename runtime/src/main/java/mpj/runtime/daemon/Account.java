package mpj.runtime.daemon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A user of the system, as whom a daemon that runs as root starts agents.
 *
 * @param name as the system has it
 * @param uid its number
 * @param gid that of its first group
 * @param home its folder
 * @param shell what it logs in to
 */
record Account(String name, String uid, String gid, Path home, String shell) {
    private static final int FIELDS = 7;
    private static final Path SELF = Path.of("/proc/self");
    private static final List<Path> FOLDERS = List.of(Path.of("/usr/bin"), Path.of("/bin"), Path.of("/usr/sbin"),
        Path.of("/sbin"));
    private static final String PATH = "/usr/local/bin:/usr/bin:/bin";

    /** Whether this process may become any user. */
    static boolean isRoot() {
        try {
            return Files.getAttribute(SELF, "unix:uid").equals(0);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return System.getProperty("user.name").equals("root");
        }
    }

    /**
     * The user of a name.
     *
     * @throws DaemonException when the system has none
     */
    static Account of(String name) throws IOException {
        Process getent = new ProcessBuilder("getent", "passwd", name).redirectErrorStream(true).start();
        getent.getOutputStream().close();
        String line = new String(getent.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        String[] fields = line.split(":", -1);
        if (fields.length != FIELDS || !fields[0].equals(name)) {
            throw new DaemonException("this system has no user " + name + " (getent passwd " + name + ")");
        }
        return new Account(name, fields[2], fields[3], Path.of(fields[5]), fields[6]);
    }

    /** The command, run as this user, with all groups of the user, in the user's home if that can be entered. */
    List<String> command(List<String> words) {
        List<String> command = new ArrayList<>();
        Path setpriv = tool("setpriv");
        if (setpriv != null) {
            command.addAll(List.of(setpriv.toString(), "--reuid", uid, "--regid", gid, "--init-groups", "--"));
        } else {
            Path runuser = tool("runuser");
            if (runuser == null) {
                throw new DaemonException("neither setpriv nor runuser was found, by which mpjd becomes another user;"
                    + " install util-linux");
            }
            command.addAll(List.of(runuser.toString(), "-u", name, "--"));
        }
        command.addAll(List.of("/bin/sh", "-c", "cd \"$HOME\" 2>/dev/null || cd /; exec \"$@\"", "sh"));
        command.addAll(words);
        return command;
    }

    /** Those of util-linux; busybox has others of the same name. */
    private static Path tool(String name) {
        for (Path folder : FOLDERS) {
            Path tool = folder.resolve(name);
            try {
                if (Files.isExecutable(tool) && !tool.toRealPath().endsWith("busybox")) {
                    return tool;
                }
            } catch (IOException e) {
                continue; // it is not there
            }
        }
        return null;
    }

    /** What this user's processes have in their environment: nothing of the daemon's but language and time zone. */
    Map<String, String> environment(Map<String, String> daemon) {
        Map<String, String> environment = new HashMap<>();
        daemon.forEach((variable, value) -> {
            if (variable.equals("LANG") || variable.startsWith("LC_") || variable.equals("TZ")) {
                environment.put(variable, value);
            }
        });
        environment.put("HOME", home.toString());
        environment.put("USER", name);
        environment.put("LOGNAME", name);
        environment.put("SHELL", shell);
        environment.put("PATH", PATH);
        return environment;
    }
}
