package mpj.runtime.pmi;

import java.io.IOException;
import java.net.ProtocolException;

/** PMI-2: {@code cmd=kvs-put;key=…;value=…;}, a frame each way, after a first line in the way of PMI-1. */
final class Pmi2Session implements PmiSession {
    private static final String OK = "0";
    /** PMI2_MAX_KEYLEN and PMI2_MAX_VALLEN, which count the terminating zero: fixed, a server does not tell them. */
    private static final int MAX_KEYLEN = 64;
    private static final int MAX_VALLEN = 1024;
    private static final String NEVER_PUT = "mpj-nobody";

    private final PmiStream stream;
    private final String job;
    private final int rank;
    private final int size;
    private final int applicationNumber;

    private Pmi2Session(PmiStream stream, int id, String knownJob) throws IOException {
        this.stream = stream;
        stream.sendLine("cmd=init pmi_version=2 pmi_subversion=0");
        PmiAttributes version = PmiAttributes.ofLine(stream.receiveLine()).expect("response_to_init");
        if (!OK.equals(version.get("rc")) || version.number("pmi_version") != 2) {
            throw new ProtocolException("the PMI server refuses PMI-2: " + version + "; try -Dmpj.pmi.version=1");
        }
        PmiAttributes self = request("fullinit",
            (knownJob == null ? "" : "pmijobid=" + knownJob + ";") + "pmirank=" + id + ";threaded=FALSE;");
        rank = self.number("rank");
        size = self.number("size");
        applicationNumber = self.get("appnum") == null ? 0 : self.number("appnum");
        job = knownJob != null ? knownJob : request("job-getid", "").text("jobid");
    }

    static Pmi2Session open(PmiEnvironment environment, PmiStream stream) throws IOException {
        return new Pmi2Session(stream, environment.id(), environment.job());
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
    public int applicationNumber() {
        return applicationNumber;
    }

    @Override
    public int longestKey() {
        return MAX_KEYLEN - 1;
    }

    @Override
    public int longestValue() {
        return MAX_VALLEN - 1;
    }

    @Override
    public void put(String key, String value) throws IOException {
        request("kvs-put", "key=" + key + ";value=" + value + ";");
    }

    @Override
    public String get(String key) throws IOException {
        return ask("kvs-get", "jobid=" + job + ";srcid=-1;key=" + key + ";");
    }

    @Override
    public String jobAttribute(String name) throws IOException {
        return ask("info-getjobattr", "key=" + name + ";");
    }

    /**
     * Hydra answers a kvs-fence at once, and holds back the answer for a key it does not have until every rank has come
     * to the same fence. Slurm answers when all are there.
     */
    @Override
    public void fence() throws IOException {
        request("kvs-fence", "");
        get(NEVER_PUT);
    }

    /** The exit code is no part of PMI-2; Hydra takes it all the same. It does not take an empty message. */
    @Override
    public void abort(int code, String message) throws IOException {
        String text = message.isEmpty() ? "Abort" : message.replace(";", ";;").replace('\n', ' ');
        stream.sendFrame("cmd=abort;isworld=TRUE;exitcode=" + code + ";msg=" + text + ";");
    }

    @Override
    public void close() throws IOException {
        request("finalize", "");
        stream.close();
    }

    private PmiAttributes request(String command, String attributes) throws IOException {
        PmiAttributes answer = exchange(command, attributes);
        if (!OK.equals(answer.get("rc"))) {
            throw new ProtocolException("the PMI server refuses " + command + ": " + answer);
        }
        return answer;
    }

    /** What a server has, or null. Of what it has not, some say so with an error code. */
    private String ask(String command, String attributes) throws IOException {
        PmiAttributes answer = exchange(command, attributes);
        return OK.equals(answer.get("rc")) && "TRUE".equals(answer.get("found")) ? answer.text("value") : null;
    }

    private synchronized PmiAttributes exchange(String command, String attributes) throws IOException {
        stream.sendFrame("cmd=" + command + ";" + attributes);
        return PmiAttributes.ofFrame(stream.receiveFrame()).expect(command + "-response");
    }
}
