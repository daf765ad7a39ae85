package mpj.runtime.pmi;

import java.io.IOException;
import java.net.ProtocolException;

/** PMI-1: {@code cmd=put kvsname=… key=… value=…}, one line each way. */
final class Pmi1Session implements PmiSession {
    private static final String OK = "0";
    /** Slurm reads a line into a buffer of 1,024 bytes, though it lets a value alone be so long. */
    private static final int LONGEST_LINE = 1_000;

    private final PmiStream stream;
    private final int rank;
    private final int size;
    private final String space;
    private final int longestKey;
    private final int longestValue;

    private Pmi1Session(PmiStream stream, int rank, int size) throws IOException {
        this.stream = stream;
        this.rank = rank;
        this.size = size;
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
        return new Pmi1Session(stream, rank, size);
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

    @Override
    public void fence() throws IOException {
        request("cmd=barrier_in", "barrier_out");
    }

    /** The server takes the message of the ranks' output; PMI-1 has no field for one. */
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
