package mpj.runtime.bootstrap;

import java.util.List;
import java.util.StringJoiner;

/**
 * Ranks in a form for people: consecutive ranks are shortened, as in 0-3, 8.
 *
 * @param ranks in ascending order
 */
public record RankList(List<Integer> ranks) {
    @Override
    public String toString() {
        StringJoiner runs = new StringJoiner(", ");
        runs.setEmptyValue("none");
        for (int i = 0; i < ranks.size(); i++) {
            int first = ranks.get(i);
            while (i + 1 < ranks.size() && ranks.get(i + 1) == ranks.get(i) + 1) {
                i++;
            }
            runs.add(first == ranks.get(i) ? Integer.toString(first) : first + "-" + ranks.get(i));
        }
        return runs.toString();
    }
}
