package mpj.runtime.pmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mpj.runtime.spawn.ForeignProgram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a rank sends to its PMI server to have programs started. */
@Timeout(120)
class PmiSpawnTest {
    private static final List<ForeignProgram> PROGRAMS = List.of(
        new ForeignProgram(List.of("/bin/java", "A", "a b"), 1, null, null),
        new ForeignProgram(List.of("/bin/java", "B"), 2, Path.of("/tmp"), "h1,h2"));

    private final LinkedBlockingQueue<String> got = new LinkedBlockingQueue<>();
    private ServerSocket listener;

    @BeforeEach
    void listen() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        listener.close();
    }

    /** Opens a session with a server that answers one request after the other in this way. */
    private PmiSession open(int version, String... answers) throws IOException {
        Thread.ofPlatform().daemon().start(() -> {
            try (Socket socket = listener.accept()) {
                InputStream in = socket.getInputStream();
                for (String answer : answers) {
                    String request = request(in);
                    got.add(request);
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                }
                in.read();
            } catch (IOException e) {
                got.add(e.toString());
            }
        });
        return PmiEnvironment.read(Map.of("PMI_PORT", "127.0.0.1:" + listener.getLocalPort(), "PMI_ID", "0",
            "PMI_SPAWNED", "1"), version).open();
    }

    /** A line, a frame, or the lines up to the second endcmd. */
    private static String request(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        do {
            int next = in.read();
            if (next < 0) {
                return text.toString();
            }
            text.append((char) next);
            if (text.length() == 6 && text.toString().matches(" *\\d+")) {
                return new String(in.readNBytes(Integer.parseInt(text.toString().strip())), StandardCharsets.UTF_8);
            }
        } while (text.charAt(text.length() - 1) != '\n' || text.indexOf("mcmd") == 0
            && text.indexOf("endcmd") == text.lastIndexOf("endcmd"));
        return text.toString();
    }

    private String last() throws InterruptedException {
        String last = null;
        for (String next = got.poll(60, TimeUnit.SECONDS); next != null; next = got.poll()) {
            last = next;
        }
        return last;
    }

    private static String frame(String text) {
        return String.format("%6d%s", text.length(), text);
    }

    private PmiSession first(String spawnAnswer) throws IOException {
        return open(1, "cmd=initack\ncmd=set size=1\ncmd=set rank=0\ncmd=set debug=0\n", "cmd=response_to_init rc=0\n",
            "cmd=maxes keylen_max=64 vallen_max=1024\n", "cmd=my_kvsname kvsname=k\n", spawnAnswer);
    }

    @Test
    void programsOfPmi1AreBlocksOfLines() throws Exception {
        PmiSession session = first("cmd=spawn_result rc=0\n");
        session.spawn(PROGRAMS, "key", "mpj:1:ab:::1");
        assertEquals("mcmd=spawn\nnprocs=1\nexecname=/bin/java\ntotspawns=2\nspawnssofar=1\narg1=A\narg2=a b\n"
            + "argcnt=2\npreput_num=1\npreput_key_0=key\npreput_val_0=mpj:1:ab:::1\ninfo_num=0\nendcmd\n"
            + "mcmd=spawn\nnprocs=2\nexecname=/bin/java\ntotspawns=2\nspawnssofar=2\narg1=B\nargcnt=1\npreput_num=1\n"
            + "preput_key_0=key\npreput_val_0=mpj:1:ab:::1\ninfo_num=2\ninfo_key_0=host\ninfo_val_0=h1,h2\n"
            + "info_key_1=wdir\ninfo_val_1=/tmp\nendcmd\n", last());
        assertTrue(session.isSpawned());
    }

    @Test
    void refusalOfPmi1IsAnError() throws IOException {
        PmiSession session = first("cmd=spawn_result rc=-1\n");
        assertTrue(assertThrows(IOException.class, () -> session.spawn(PROGRAMS, "key", "value")).getMessage()
            .contains("rc=-1"));
    }

    @Test
    void argumentThatPmiCannotPassOnIsNamed() throws IOException {
        PmiSession session = first("");
        for (String argument : List.of("", "a\nb", "a\\b")) {
            assertTrue(assertThrows(IOException.class, () -> session.spawn(List.of(new ForeignProgram(
                List.of("java", argument), 1, null, null)), "key", "value")).getMessage()
                .contains("\"" + argument + "\""));
        }
    }

    @Test
    void sizeOfTheUniverseMayBeUnknown() throws IOException {
        assertEquals(OptionalInt.of(7), first("cmd=universe_size size=7\n").universeSize());
        assertEquals(OptionalInt.empty(), first("cmd=universe_size size=-1\n").universeSize());
    }

    @Test
    void programsOfPmi2AreAttributesOfOneFrame() throws Exception {
        PmiSession session = open(2, "cmd=response_to_init rc=0 pmi_version=2\n",
            frame("cmd=fullinit-response;rank=0;size=1;appnum=0;spawner-jobid=j;rc=0;"),
            frame("cmd=job-getid-response;jobid=k;rc=0;"), frame("cmd=spawn-response;rc=0;jobid=l;"));
        session.spawn(PROGRAMS, "key", "value");
        assertEquals("cmd=spawn;ncmds=2;preputcount=1;ppkey0=key;ppval0=value;subcmd=/bin/java;maxprocs=1;argc=2;"
            + "argv0=A;argv1=a b;infokeycount=0;subcmd=/bin/java;maxprocs=2;argc=1;argv0=B;infokeycount=2;"
            + "infokey0=host;infoval0=h1,h2;infokey1=wdir;infoval1=/tmp;", last());
        assertTrue(session.isSpawned());
        assertThrows(IOException.class, () -> session.spawn(List.of(new ForeignProgram(List.of("java", "a;b"), 1, null,
            null)), "key", "value"));
    }
}
