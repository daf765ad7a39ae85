package mpj.runtime.daemon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.runtime.keys.DaemonException;

/**
 * A user of the system. A daemon that runs as root starts agents as such users.
 *
 * @param name the system's name for the user
 * @param uid the user's number
 * @param gid the number of the user's first group
 * @param home the user's folder
 * @param shell the user's login shell
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
     * Finds the user with a name.
     *
     * @throws DaemonException when the system has no such user
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

    /**
     * The command with which another command runs as this user, with all groups of the user. It runs in the user's home
     * if that can be entered.
     */
    List<String> command(List<String> words) {
        List<String> command = new ArrayList<>();
        Path setpriv = tool("setpriv");
        if (setpriv != null) {
            command.addAll(List.of(setpriv.toString(), "--reuid", uid, "--regid", gid, "--init-groups", "--"));
        } else {
            Path runuser = tool("runuser");
            if (runuser == null) {
                throw new DaemonException("neither setpriv nor runuser was found, and mpjd needs one of them to become"
                    + " another user; install util-linux");
            }
            command.addAll(List.of(runuser.toString(), "-u", name, "--"));
        }
        command.addAll(List.of("/bin/sh", "-c", "cd \"$HOME\" 2>/dev/null || cd /; exec \"$@\"", "sh"));
        command.addAll(words);
        return command;
    }

    /** Finds a tool of util-linux; busybox has other tools with the same names. */
    private static Path tool(String name) {
        for (Path folder : FOLDERS) {
            Path tool = folder.resolve(name);
            try {
                if (Files.isExecutable(tool) && !tool.toRealPath().endsWith("busybox")) {
                    return tool;
                }
            } catch (IOException e) {
                continue; // the tool is not there
            }
        }
        return null;
    }

    /** The environment of this user's processes. From the daemon's environment they get only language and time zone. */
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
