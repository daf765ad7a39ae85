package mpj.runtime.pmi;

import java.io.IOException;
import java.net.ProtocolException;
import java.util.List;
import java.util.OptionalInt;
import mpj.runtime.spawn.ForeignProgram;

/**
 * PMI-2: each message is a frame, such as {@code cmd=kvs-put;key=…;value=…;}. Only the first line has the form of
 * PMI-1.
 */
final class Pmi2Session implements PmiSession {
    private static final String OK = "0";
    /**
     * PMI2_MAX_KEYLEN and PMI2_MAX_VALLEN, both with the terminating zero. They are fixed: a server does not tell them.
     */
    private static final int MAX_KEYLEN = 64;
    private static final int MAX_VALLEN = 1024;
    /** Hydra ends at the first semicolon of a value, although PMI-2 says that two of them stand for one. */
    private static final String UNSENT = ";\n";
    private static final String NEVER_PUT = "mpj-nobody";

    private final PmiStream stream;
    private final String job;
    private final int rank;
    private final int size;
    private final int applicationNumber;
    private final boolean spawned;

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
        spawned = self.get("spawner-jobid") != null;
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

    @Override
    public void spawn(List<ForeignProgram> programs, String key, String value) throws IOException {
        StringBuilder text = new StringBuilder("ncmds=" + programs.size() + ";preputcount=1;");
        attribute(text, "ppkey0", key);
        attribute(text, "ppval0", value);
        for (ForeignProgram program : programs) {
            attribute(text, "subcmd", program.executable());
            attribute(text, "maxprocs", Integer.toString(program.count()));
            List<String> arguments = program.arguments();
            attribute(text, "argc", Integer.toString(arguments.size()));
            for (int argument = 0; argument < arguments.size(); argument++) {
                attribute(text, "argv" + argument, arguments.get(argument));
            }
            List<PmiHint> hints = PmiHint.of(program);
            attribute(text, "infokeycount", Integer.toString(hints.size()));
            for (int hint = 0; hint < hints.size(); hint++) {
                attribute(text, "infokey" + hint, hints.get(hint).key());
                attribute(text, "infoval" + hint, hints.get(hint).value());
            }
        }
        request("spawn", text.toString());
    }

    private static void attribute(StringBuilder text, String name, String value) throws IOException {
        text.append(name).append('=').append(PmiHint.checked(value, UNSENT)).append(';');
    }

    @Override
    public boolean isSpawned() {
        return spawned;
    }

    @Override
    public OptionalInt universeSize() throws IOException {
        return PmiAttributes.size(jobAttribute("universeSize"));
    }

    /**
     * Hydra answers a kvs-fence at once. The get that follows asks for a key that no rank has put: Hydra holds back the
     * answer until every rank has reached the same fence. Slurm answers a kvs-fence when all ranks have reached it.
     */
    @Override
    public void fence() throws IOException {
        request("kvs-fence", "");
        get(NEVER_PUT);
    }

    /** PMI-2 defines no exit code here, but Hydra takes one. Hydra does not take an empty message. */
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

    /** Asks for a value; null when the server has none. Some servers report a missing value with an error code. */
    private String ask(String command, String attributes) throws IOException {
        PmiAttributes answer = exchange(command, attributes);
        return OK.equals(answer.get("rc")) && "TRUE".equals(answer.get("found")) ? answer.text("value") : null;
    }

    private synchronized PmiAttributes exchange(String command, String attributes) throws IOException {
        stream.sendFrame("cmd=" + command + ";" + attributes);
        return PmiAttributes.ofFrame(stream.receiveFrame()).expect(command + "-response");
    }
}
