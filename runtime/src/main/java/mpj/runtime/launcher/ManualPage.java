package mpj.runtime.launcher;

/** The manual page of mpjrun in roff, for {@code man}. Like the help, it is made from the options. */
final class ManualPage {
    private ManualPage() {
    }

    static String text(String version) {
        StringBuilder page = new StringBuilder();
        page.append(".TH MPJRUN 1 \"\" \"MPJ ").append(escaped(version)).append("\" \"MPJ\"\n");
        page.append("""
            .SH NAME
            mpjrun \\- run an MPI program in Java as ranks, on this host or on others
            .SH SYNOPSIS
            .B mpjrun
            .RI [ options ]
            .IR CLASS \\ |\\  FILE.jar \\ |\\  FILE.java
            .RI [ arguments ]
            .RB [ :
            .RI [ options ]
            .IR CLASS " ...]"
            .SH DESCRIPTION
            """);
        paragraphs(page, CommandLine.INTRODUCTION);
        page.append(".SH OPTIONS\n");
        for (Option option : Option.values()) {
            if (!option.isHidden()) {
                page.append(".TP\n\\fB").append(escaped(option.left())).append("\\fR\n")
                    .append(escaped(option.meaning())).append(".\n");
            }
        }
        page.append(".SH NOTES\n");
        paragraphs(page, CommandLine.NOTES);
        page.append(".SH EXAMPLES\n");
        return page.append("""
            .TP
            .B mpjrun \\-np 2 Hello.java
            Compiles a program and runs it as two ranks.
            .TP
            .B mpjrun \\-\\-host alpha:4,beta:4 \\-cp classes App
            Runs eight ranks of a class on two hosts.
            """).toString();
    }

    private static void paragraphs(StringBuilder page, String text) {
        // A line that ends a sentence also ends a paragraph.
        page.append(escaped(text).replace(".\n", ".\n.PP\n").replaceFirst("\\.PP\n$", ""));
    }

    /**
     * Writes dashes so that a user can type them, and keeps a line that begins with a dot or a quote from being a
     * request.
     */
    private static String escaped(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }
}
