package mpj.runtime.launcher;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Completion of mpjrun's command line by bash and zsh, written by picocli from the options. Picocli is needed for this
 * only: it is not there when ranks start.
 */
final class Completion {
    private static final String NAME = "mpjrun";
    /** Read by zsh's compinit. Sourced or autoloaded, the script that follows must complete at its first use, too. */
    private static final String ZSH_BEGIN = "#compdef mpjrun\n";
    private static final String ZSH_END = "\n_bash_complete -o default -F _complete_mpjrun\n";

    private Completion() {
    }

    /** @param shell bash or zsh */
    static String of(String shell) {
        String script = AutoComplete.bash(NAME, new picocli.CommandLine(spec()));
        return switch (shell) {
            case "bash" -> script;
            case "zsh" -> ZSH_BEGIN + script + ZSH_END;
            default -> throw new UsageException(Option.PRINT_COMPLETION.name0() + " " + shell
                + ": expected bash or zsh");
        };
    }

    private static CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name(NAME);
        for (Option option : Option.values()) {
            if (!option.isHidden()) {
                spec.addOption(spec(option));
            }
        }
        // The program: a file, or a class, which no shell can know.
        return spec.addPositional(PositionalParamSpec.builder().paramLabel("PROGRAM").arity("0..*")
            .type(List.class).auxiliaryTypes(File.class).build());
    }

    private static OptionSpec spec(Option option) {
        List<String> names = new ArrayList<>();
        for (String name : option.names()) {
            names.add(option.form() == Option.Form.WHOLE ? name.replace("...", "") : name);
        }
        OptionSpec.Builder builder = OptionSpec.builder(names.toArray(new String[0]));
        if (option.form() != Option.Form.VALUE) {
            return builder.arity("0").type(boolean.class).build();
        }
        builder.arity("1").paramLabel(option.name());
        if (option.takesFile()) {
            return builder.type(File.class).build();
        }
        return builder.type(String.class).completionCandidates(option.words()).build();
    }
}
