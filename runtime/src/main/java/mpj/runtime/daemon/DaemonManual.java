package mpj.runtime.daemon;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The manual page of mpjd in roff, for {@code man}, written from its help. */
final class DaemonManual {
    /** A command in the help; its meaning follows on the same line or on the next, further to the right. */
    private static final Pattern COMMAND = Pattern.compile("(?:Usage:| {6}) (mpjd \\S.*?)(?: {2,}(\\S.*))?");

    private DaemonManual() {
    }

    static String text(String version, String help) {
        StringBuilder page = new StringBuilder();
        page.append(".TH MPJD 1 \"\" \"MPJ ").append(escaped(version)).append("\" \"MPJ\"\n");
        page.append("""
            .SH NAME
            mpjd \\- start ranks of MPI programs in Java on this host, for those whose keys were added
            .SH SYNOPSIS
            .B mpjd
            .I command
            .RI [ options ]
            .SH COMMANDS
            """);
        boolean inCommands = true;
        for (String line : help.lines().toList()) {
            Matcher command = COMMAND.matcher(line);
            if (line.isEmpty()) {
                page.append(inCommands ? ".SH NOTES\n" : ".PP\n");
                inCommands = false;
            } else if (inCommands && command.matches()) {
                page.append(".TP\n\\fB").append(escaped(command.group(1))).append("\\fR\n");
                if (command.group(2) != null) {
                    page.append(escaped(command.group(2))).append('\n');
                }
            } else {
                page.append(escaped(line.strip())).append('\n');
            }
        }
        return page.append(".SH SEE ALSO\n.BR mpjrun (1)\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-");
    }
}
