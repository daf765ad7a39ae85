package mpj.bench.imb;

import java.io.PrintStream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The text of {@code -help} and {@code -help OPTION}. */
record OptionHelp(CommandLine line) {
    /**
     * Prints the text about one option, or about all options.
     *
     * @param option the name of the option, with or without its dash; empty for all options
     * @throws IllegalArgumentException if there is no such option
     */
    void print(String option, PrintStream out) {
        if (option.isEmpty()) {
            line.usage(out);
            return;
        }
        OptionSpec found = line.getCommandSpec().findOption(option.startsWith("-") ? option : "-" + option);
        if (found == null) {
            throw new IllegalArgumentException("No such option: " + option);
        }
        String value = found.arity().max() == 0 ? "" : " " + found.paramLabel();
        out.println("Option: [" + found.longestName() + value + "]");
        out.println();
        for (String description : found.description()) {
            out.println(description.replace("${DEFAULT-VALUE}", String.valueOf(found.initialValue())));
        }
        out.println();
    }
}
