package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeerTest {
    @TempDir
    Path home;

    private Path installed(String launcher) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        assertTrue(Files.createFile(home.resolve("bin").resolve(launcher)).toFile().setExecutable(true));
        return home;
    }

    @Test
    void labelMayPrecedeTheLibrary() throws IOException {
        Peer peer = Peer.parse("old:openmpi=" + installed("mpirun"), home);
        assertEquals("old", peer.label());
        assertInstanceOf(Peer.OpenMpi.class, peer);
    }

    @Test
    void tcpIsTheLibrarysOwnWayToAskForIt() throws IOException {
        installed("mpirun");
        installed("mpiexec");
        assertTrue(Peer.parse("openmpi-tcp=" + home, home).launch(2, List.of("x")).typed()
            .contains(" --mca pml ob1 --mca btl tcp,self -np 2 x"));
        assertEquals("MPIR_CVAR_NOLOCAL=1",
            Peer.parse("mpich-tcp=" + home, home).launch(2, List.of("x")).typed().split(" ")[2]);
        assertEquals("tcp", Peer.parse("impi-tcp=" + home, home).launch(2, List.of("x")).environment()
            .get("FI_PROVIDER"));
        assertEquals("openmpi-tcp", Peer.parse("openmpi-tcp=" + home, home).label());
    }

    @Test
    void ranksWithoutACoreOfTheirOwnYield() throws IOException {
        installed("mpirun");
        assertTrue(Peer.parse("openmpi=" + home, home).launch(4096, List.of("x")).typed()
            .contains("--bind-to none --map-by :OVERSUBSCRIBE --mca mpi_yield_when_idle 1"));
    }

    @Test
    void transportIsAddedUnlessTheOptionsNameOne() {
        Peer.Mpj plain = new Peer.Mpj("mpj", home, false, List.of("-J-Xmx1g"));
        assertEquals(List.of("-Dmpj.transport=nio", "-J-Xmx1g"), plain.over("nio").options());
        Peer.Mpj named = new Peer.Mpj("mpj", home, false, List.of("-Dmpj.transport=shm"));
        assertEquals(named, named.over("nio"));
    }

    @Test
    void ourOptionsGoBeforeTheProgram() {
        Peer peer = Peer.parse("small:mpj=-Dmpj.eager.limit=64 -J-Xmx1g", Path.of("/mpj"));
        assertEquals(List.of("/mpj/bin/mpjrun", "--bind-to", "none", "-np", "4096", "-Dmpj.eager.limit=64",
            "-J-Xmx1g", "Server"),
            peer.launch(4096, List.of("Server")).command());
    }

    @Test
    void ourOptionsMaySayHowManyRanks() {
        assertEquals(4, Peer.parse("four:mpj=-np 4 --bind-to core", home).ranks(2));
        assertEquals(2, Peer.parse("mpj=--bind-to core", home).ranks(2));
    }

    @Test
    void anotherBuildOfThisLibrary() throws IOException {
        Peer before = Peer.parse("before:mpj=" + installed("mpjrun") + " -Dmpj.transport=shm", Path.of("/mpj"));
        assertEquals(new Peer.Mpj("before", home, true, List.of("-Dmpj.transport=shm")), before);
        assertEquals(home.resolve("bin/mpjrun").toString(), before.launch(2, List.of()).command().getFirst());
        assertTrue(refusal("mpj=/none").contains("no bin/mpjrun in /none"));
    }

    /** A reader of a table must see which checkout was measured. */
    @Test
    void anotherBuildIsNamedByItsFolder() throws IOException {
        Path mpjHome = Path.of("/mpj");
        Peer other = Peer.parse("mpj=" + installed("mpjrun") + " -np 4", mpjHome);
        assertEquals(List.of(home.toString(), "-np 4"), other.settings());
        assertEquals(List.of("mpj", "mpj " + home), Labels.distinct(List.of(Peer.parse("mpj", mpjHome),
            Peer.parse("mpj=" + home, mpjHome))).stream().map(Peer::label).toList());
        assertEquals(home + " -np 4", Entrant.ours((Peer.Mpj) other, mpjHome).how());
    }

    @Test
    void libraryOfTheAbiIsStartedByItsOwnLauncher() throws IOException {
        Path file = Files.createDirectories(installed("mpiexec").resolve("lib/x86_64")).resolve("libmpi_abi.so.1");
        Files.createFile(file);
        Peer peer = Peer.parse("mpi:" + file, Path.of("/mpj"));
        assertEquals("mpi", peer.label());
        assertEquals(List.of("/mpj/bin/mpjrun", "--launcher", "'" + home.resolve("bin/mpiexec") + "' --bind-to none",
            "-np", "4096", "-J-XX:+UseSerialGC", "-Dmpj.transport=mpi", "-Dmpj.mpi.library=" + file, "Server"),
            peer.launch(4096, List.of("Server")).command());
        assertEquals(home.toString(), peer.launch(2, List.of()).environment().get("I_MPI_ROOT"));
        Peer labelled = Peer.parse("arrays:mpi:" + file + " -Dmpj.bench.buffer=array -J-Xmx1g", Path.of("/mpj"));
        assertEquals("arrays", labelled.label());
        assertEquals(List.of(file.toString(), "-Dmpj.bench.buffer=array", "-J-Xmx1g"), labelled.settings());
    }

    @Test
    void libraryOfTheAbiWithoutFileOrLauncherIsRefused() throws IOException {
        Path file = home.resolve("libmpi_abi.so.1");
        assertTrue(refusal("mpi:" + file).contains("there is no file " + file), () -> refusal("mpi:" + file));
        assertTrue(refusal("mpi:").contains("give a library with the standard ABI"));
        Files.createFile(file);
        assertTrue(refusal("own:mpi:" + file).contains("no folder above " + file + " has a bin/mpiexec"));
    }

    private String refusal(String peer) {
        return assertThrows(IllegalArgumentException.class, () -> Peer.parse(peer, home)).getMessage();
    }

    @Test
    void unknownLibraryNamesTheKnownOnes() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Peer.parse("lam=/x", home)).getMessage()
            .contains("unknown library 'lam'; known are openmpi=DIR, mpich=DIR, impi=DIR"));
    }

    @Test
    void folderWithoutTheLauncherIsRefused() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Peer.parse("mpich=" + home, home)).getMessage()
            .contains("no bin/mpiexec in " + home));
    }

    @Test
    void missingCompilerSaysWhatToDo() {
        Path none = home.resolve("bin/mpicc");
        assertTrue(assertThrows(IOException.class, () -> NativeProgram.blockServer(home).compiledWith(none,
            new Peer.IntelMpi("impi", home, Peer.Network.OWN_CHOICE))).getMessage().contains("give one with --mpicc"));
    }
}
