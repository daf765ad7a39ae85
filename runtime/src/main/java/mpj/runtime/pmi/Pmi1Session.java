package mpj.runtime.pmi;

import java.io.IOException;
import java.net.ProtocolException;
import java.util.List;
import java.util.OptionalInt;
import mpj.runtime.spawn.ForeignProgram;

/** PMI-1: each message is one line, such as {@code cmd=put kvsname=… key=… value=…}. */
final class Pmi1Session implements PmiSession {
    private static final String OK = "0";
    /**
     * Slurm reads a line into a buffer of 1,024 bytes, although it announces that a value alone may have that length.
     */
    private static final int LONGEST_LINE = 1_000;

    /** A line break ends a value of a spawn. Some servers take a backslash for the first half of a character. */
    private static final String UNSENT = "\n\\";

    private final PmiStream stream;
    private final int rank;
    private final int size;
    private final boolean spawned;
    private final String space;
    private final int longestKey;
    private final int longestValue;

    private Pmi1Session(PmiStream stream, int rank, int size, boolean spawned) throws IOException {
        this.stream = stream;
        this.rank = rank;
        this.size = size;
        this.spawned = spawned;
        PmiAttributes limits = request("cmd=get_maxes", "maxes");
        longestKey = limits.number("keylen_max") - 1;
        space = request("cmd=get_my_kvsname", "my_kvsname").text("kvsname");
        int room = LONGEST_LINE - put(space, "", "").length() - longestKey;
        longestValue = Math.min(limits.number("vallen_max") - 1, room);
    }

    static Pmi1Session open(PmiEnvironment environment, PmiStream stream) throws IOException {
        int rank = environment.rank();
        int size = environment.size();
        if (environment.descriptor() < 0) {
            stream.sendLine("cmd=initack pmiid=" + environment.id());
            expect(stream, "initack");
            size = expect(stream, "set").number("size");
            rank = expect(stream, "set").number("rank");
            expect(stream, "set"); // debug
        }
        stream.sendLine("cmd=init pmi_version=1 pmi_subversion=1");
        PmiAttributes answer = expect(stream, "response_to_init");
        if (!OK.equals(answer.get("rc"))) {
            throw new ProtocolException("the PMI server refuses PMI-1: " + answer);
        }
        return new Pmi1Session(stream, rank, size, environment.spawned());
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int applicationNumber() throws IOException {
        return request("cmd=get_appnum", "appnum").number("appnum");
    }

    @Override
    public int longestKey() {
        return longestKey;
    }

    @Override
    public int longestValue() {
        return longestValue;
    }

    @Override
    public void put(String key, String value) throws IOException {
        PmiAttributes answer = request(put(space, key, value), "put_result");
        if (!OK.equals(answer.get("rc"))) {
            throw new ProtocolException("the PMI server refuses to publish \"" + key + "\": " + answer);
        }
    }

    private static String put(String space, String key, String value) {
        return "cmd=put kvsname=" + space + " key=" + key + " value=" + value;
    }

    @Override
    public String get(String key) throws IOException {
        PmiAttributes answer = request("cmd=get kvsname=" + space + " key=" + key, "get_result");
        return OK.equals(answer.get("rc")) ? answer.text("value") : null;
    }

    @Override
    public String jobAttribute(String name) throws IOException {
        return get(name);
    }

    /** The programs follow each other in blocks of lines. The server answers the last block. */
    @Override
    public void spawn(List<ForeignProgram> programs, String key, String value) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < programs.size(); i++) {
            ForeignProgram program = programs.get(i);
            text.append(i == 0 ? "" : "\n").append("mcmd=spawn");
            line(text, "nprocs", Integer.toString(program.count()));
            line(text, "execname", program.executable());
            line(text, "totspawns", Integer.toString(programs.size()));
            line(text, "spawnssofar", Integer.toString(i + 1));
            List<String> arguments = program.arguments();
            for (int argument = 0; argument < arguments.size(); argument++) {
                line(text, "arg" + (argument + 1), arguments.get(argument));
            }
            line(text, "argcnt", Integer.toString(arguments.size()));
            line(text, "preput_num", "1");
            line(text, "preput_key_0", key);
            line(text, "preput_val_0", value);
            List<PmiHint> hints = PmiHint.of(program);
            line(text, "info_num", Integer.toString(hints.size()));
            for (int hint = 0; hint < hints.size(); hint++) {
                line(text, "info_key_" + hint, hints.get(hint).key());
                line(text, "info_val_" + hint, hints.get(hint).value());
            }
            text.append("\nendcmd");
        }
        PmiAttributes answer = request(text.toString(), "spawn_result");
        if (!OK.equals(answer.get("rc"))) {
            throw new ProtocolException("it refuses the command spawn of PMI-1: " + answer);
        }
    }

    private static void line(StringBuilder text, String name, String value) throws IOException {
        text.append('\n').append(name).append('=').append(PmiHint.checked(value, UNSENT));
    }

    @Override
    public boolean isSpawned() {
        return spawned;
    }

    @Override
    public OptionalInt universeSize() throws IOException {
        return PmiAttributes.size(request("cmd=get_universe_size", "universe_size").get("size"));
    }

    @Override
    public void fence() throws IOException {
        request("cmd=barrier_in", "barrier_out");
    }

    /** PMI-1 has no field for the message. The server passes the message on as part of the ranks' output. */
    @Override
    public void abort(int code, String message) throws IOException {
        stream.sendLine("cmd=abort exitcode=" + code);
    }

    @Override
    public void close() throws IOException {
        request("cmd=finalize", "finalize_ack");
        stream.close();
    }

    private synchronized PmiAttributes request(String line, String answer) throws IOException {
        stream.sendLine(line);
        return expect(stream, answer);
    }

    private static PmiAttributes expect(PmiStream stream, String command) throws IOException {
        return PmiAttributes.ofLine(stream.receiveLine()).expect(command);
    }
}
