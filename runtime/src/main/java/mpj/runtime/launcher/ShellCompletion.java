package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.List;
import mpj.runtime.host.UsageException;

/** Completion of mpjrun's command line by bash and zsh. The script is made from the options. */
final class ShellCompletion {
    /**
     * The word before the cursor decides what is proposed: certain words, a file, or nothing that a shell could know.
     * Otherwise an option or a file is proposed, because the program is a file. Where the function proposes nothing,
     * the shell completes files itself. For a value that no shell could know, bash is told not to do so; zsh cannot be
     * told.
     */
    private static final String FUNCTION = """
        _complete_mpjrun() {
          local word=${COMP_WORDS[COMP_CWORD]}
          COMPREPLY=()
          case ${COMP_WORDS[COMP_CWORD-1]} in
        %s    %s) return 0 ;;
            %s) if type compopt >/dev/null 2>&1; then compopt +o default; fi; return 0 ;;
          esac
          case $word in
            -*) COMPREPLY=($(compgen -W '%s' -- "$word")) ;;
          esac
        }
        """;
    private static final String WORDS = "    %s) COMPREPLY=($(compgen -W '%s' -- \"$word\")); return 0 ;;\n";
    private static final String BASH_END = "complete -o default -F _complete_mpjrun mpjrun\n";
    /**
     * The first line is for zsh's compinit. The script completes at its first use, both when it is sourced and when it
     * is autoloaded.
     */
    private static final String ZSH_BEGIN = "#compdef mpjrun\nautoload -U +X bashcompinit && bashcompinit\n";
    private static final String ZSH_END = "_bash_complete -o default -F _complete_mpjrun\n";

    private ShellCompletion() {
    }

    /** @param shell bash or zsh */
    static String of(String shell) {
        return switch (shell) {
            case "bash" -> function() + BASH_END;
            case "zsh" -> ZSH_BEGIN + function() + ZSH_END;
            default -> throw new UsageException(Option.PRINT_COMPLETION.name0() + " " + shell
                + ": expected bash or zsh");
        };
    }

    private static String function() {
        StringBuilder withWords = new StringBuilder();
        List<String> withFile = new ArrayList<>();
        List<String> withOther = new ArrayList<>();
        List<String> all = new ArrayList<>();
        for (Option option : Option.values()) {
            if (option.isHidden()) {
                continue;
            }
            option.names().forEach(name -> all.add(name.replace("...", "")));
            if (option.form() != Option.Form.VALUE) {
                continue;
            }
            if (option.words().isEmpty()) {
                (option.takesFile() ? withFile : withOther).addAll(option.names());
            } else {
                withWords.append(WORDS.formatted(String.join("|", option.names()), String.join(" ", option.words())));
            }
        }
        return FUNCTION.formatted(withWords, String.join("|", withFile), String.join("|", withOther),
            String.join(" ", all));
    }
}
