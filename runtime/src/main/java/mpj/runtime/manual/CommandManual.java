package mpj.runtime.manual;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The manual page of a command in roff, for {@code man}. It is made from the command's help.
 *
 * @param name of the command
 * @param summary what the command does, in one line
 * @param arguments the kinds of words that follow the command, in roff
 * @param help begins with {@code Usage:} and the forms of the command; the explanation of each form follows on the same
 *     line, or on the next with a deeper indentation. Notes follow after an empty line.
 */
public record CommandManual(String name, String summary, String arguments, String help) {

    /** The page of this version. */
    public String text(String version) {
        Pattern form = Pattern.compile("(?:Usage:| {6}) (" + Pattern.quote(name) + " \\S.*?)(?: {2,}(\\S.*))?");
        StringBuilder page = new StringBuilder();
        page.append(".TH ").append(name.toUpperCase(Locale.ROOT)).append(" 1 \"\" \"MPJ ")
            .append(escaped(version)).append("\" \"MPJ\"\n.SH NAME\n").append(name).append(" \\- ")
            .append(escaped(summary)).append("\n.SH SYNOPSIS\n.B ").append(name).append('\n')
            .append(arguments).append("\n.SH COMMANDS\n");
        boolean inForms = true;
        for (String line : help.lines().toList()) {
            Matcher matcher = form.matcher(line);
            if (line.isEmpty()) {
                page.append(inForms ? ".SH NOTES\n" : ".PP\n");
                inForms = false;
            } else if (inForms && matcher.matches()) {
                page.append(".TP\n\\fB").append(escaped(matcher.group(1))).append("\\fR\n");
                if (matcher.group(2) != null) {
                    page.append(escaped(matcher.group(2))).append('\n');
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
