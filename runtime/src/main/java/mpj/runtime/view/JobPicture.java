package mpj.runtime.view;

import java.util.List;

/**
 * A job at one moment, as a viewer shows it.
 *
 * @param title says which job it is
 * @param rows its ranks
 */
record JobPicture(String title, List<RankRow> rows) {
    private static final int MOST_LINES = 60;
    private static final String REMEDY =
        "Ranks that tell nothing: start the job with -Dmpj.counters=true, under mpjrun.";

    String text() {
        StringBuilder text = new StringBuilder(title).append("\n\n").append(RankRow.heading()).append('\n');
        boolean silent = false;
        for (RankRow row : rows.subList(0, Math.min(rows.size(), MOST_LINES))) {
            text.append(row.line()).append('\n');
            silent |= row.sample() == null;
        }
        if (rows.size() > MOST_LINES) {
            text.append("  and ").append(rows.size() - MOST_LINES).append(" more\n");
        }
        return silent ? text.append('\n').append(REMEDY).append('\n').toString() : text.toString();
    }

    String json() {
        StringBuilder json = new StringBuilder("{\"title\":").append(RankRow.quoted(title)).append(",\"ranks\":[");
        for (RankRow row : rows) {
            json.append(json.charAt(json.length() - 1) == '[' ? "" : ",").append(row.json());
        }
        return json.append("]}").toString();
    }
}
