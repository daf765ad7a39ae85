import java.util.Map;
import java.util.TreeMap;

/** The texts that one template words differently from the table. */
final class Differences {
    private final Map<String, String> words = new TreeMap<>();
    private final Map<String, String> arguments = new TreeMap<>();
    private Map<String, String> latest;
    private String name;

    void word(String word, String text) {
        say(words, word, text);
    }

    void argument(String argument, String text) {
        say(arguments, argument, text);
    }

    private void say(Map<String, String> of, String ofName, String text) {
        latest = of;
        name = ofName;
        of.put(name, text);
    }

    void more(String text) {
        latest.merge(name, text, String::concat);
    }

    String text(String original) {
        String text = original;
        for (Map.Entry<String, String> word : words.entrySet()) {
            text = text.replace("$" + word.getKey() + "$", word.getValue());
        }
        return text;
    }

    String text(Collective.Argument argument) {
        return text(arguments.getOrDefault(argument.name(), argument.text()));
    }
}
