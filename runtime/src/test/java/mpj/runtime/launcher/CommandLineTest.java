package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.UsageException;
import mpj.runtime.program.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
    private static JobSpecification parse(String... arguments) {
        return JobSpecification.of(CommandLine.parse(arguments), Map.of("SHELL", "sh"));
    }

    private static String refusal(String... arguments) {
        return assertThrows(UsageException.class, () -> parse(arguments)).getMessage();
    }

    @Test
    void optionsEndAtTheProgram() {
        JobSpecification job = parse("-np", "3", "-Da=b", "-J-Xmx1g", "App", "-np", "5", "-v");
        assertEquals(3, job.size());
        assertEquals("App", job.program());
        assertEquals(List.of("-np", "5", "-v"), job.arguments());
        assertEquals(List.of("a=b"), job.properties());
        assertEquals(List.of("-Xmx1g"), job.jvmOptions());
    }

    @Test
    void optionBehindTheProgramIsItsArgumentWithAWarning() {
        CommandLine line = CommandLine.parse(new String[] {"App", "-np", "4"});
        assertEquals(List.of("App", "-np", "4"), line.program());
        assertTrue(line.warnings().getFirst().startsWith("warning: -np comes after App"), line.warnings()::toString);
        assertEquals(List.of(), CommandLine.parse(new String[] {"--", "App", "-np", "4"}).warnings());
    }

    @Test
    void withADeviceOfMpjExpressOptionsBehindTheProgramAreTaken() {
        JobSpecification job = parse("App", "x", "-np", "4", "-dev", "niodev", "-cp", "/tmp", "y");
        assertEquals(4, job.size());
        assertEquals(List.of("x", "y"), job.arguments());
        assertEquals(List.of("/tmp"), job.classPath().entries());
        assertEquals(List.of("mpj.args=niodev"), job.properties());
        assertEquals(2, parse("-dev", "multicore", "App", "-np", "2").size());
        assertEquals(List.of("-np", "2"), parse("-dev", "multicore", "--", "App", "-np", "2").arguments());
    }

    @ParameterizedTest
    @ValueSource(strings = {"host", "host:", "host:seven", ":7000", "127.0.0.1:70000", "a:7000,b:65536"})
    void malformedAddressOfADaemonIsNamed(String daemons) {
        String refusal = refusal("--daemon", daemons, "App");
        assertTrue(refusal.startsWith("--daemon " + daemons + ": ") && refusal.contains("expected HOST:PORT"), refusal);
    }

    @Test
    void namesAtNoMediatorAreRefused() {
        String names = parse("-Dmpj.names=tycho:head", "App").names();
        String refusal = assertThrows(UsageException.class, () -> RegisteredNames.check(names)).getMessage();
        assertTrue(refusal.startsWith("mpj.names=tycho:head: expected HOST:PORT"), refusal);
        List.of("", "tycho:", "tycho:head:7411", "head:7411").forEach(RegisteredNames::check);
    }

    @Test
    void oneRankByDefault() {
        assertEquals(1, parse("App").size());
    }

    @Test
    void longOptionTakesItsValueAfterEquals() {
        assertEquals(2_500, parse("--timeout=2.5", "App").timeoutMillis());
    }

    @Test
    void classPathIsMadeAbsolute() {
        assertEquals(List.of(Path.of("src").toAbsolutePath().toString(), "/tmp"),
            parse("-cp", "src:/tmp", "App").classPath().entries());
    }

    @Test
    void classPathGoesWithoutEntriesThatDoNotExist() {
        JobSpecification job = parse("-cp", "src:no/such.jar:no/folder/*", "App");
        assertEquals(List.of(Path.of("src").toAbsolutePath().toString()), job.classPath().entries());
        assertEquals(List.of(Path.of("no/such.jar").toAbsolutePath().toString(),
            Path.of("no/folder/*").toAbsolutePath().toString()), job.classPath().missing());
    }

    @Test
    void programOfAScriptGetsTheWordsThatAreNoOptionsOfMpjrun() {
        JobSpecification job = parse("--main", "mpj.Imb", "--host", "a,b", "-np", "2", "--map-by=node", "-Da=b",
            "-msglog", "0:22", "-np", "7");
        assertEquals("mpj.Imb", job.program());
        assertEquals(2, job.size());
        assertEquals(2, job.hosts().hosts().size());
        assertEquals(List.of("-msglog", "0:22", "-np", "7"), job.arguments());
        assertEquals(List.of("PingPong", "-v"), parse("--main", "mpj.Imb", "PingPong", "-v").arguments());
        assertEquals(List.of("-help"), parse("--main", "mpj.Imb", "-np", "2", "-help").arguments());
        assertEquals(List.of(), parse("--main", "mpj.Imb").arguments());
    }

    private static List<JobSpecification> programs(String... arguments) {
        return JobSpecification.ofPrograms(CommandLine.parse(arguments), Map.of());
    }

    @Test
    void anotherProgramFollowsAColonThatAnOptionFollows() {
        List<JobSpecification> jobs = programs("--host", "a:9", "-Dmpj.transport=nio", "-cp", "src", "-np", "1", "A",
            "x", ":", "-np", "2", "-Da=b", "-cp", "/tmp", "B", "y", "-np", ":", "-J-ea", "C");
        assertEquals(List.of("A", "B", "C"), jobs.stream().map(JobSpecification::program).toList());
        assertEquals(List.of(1, 2, 1), jobs.stream().map(JobSpecification::size).toList());
        assertEquals(List.of(List.of("x"), List.of("y", "-np"), List.of()),
            jobs.stream().map(JobSpecification::arguments).toList());
        assertEquals(List.of("mpj.transport=nio", "a=b"), jobs.get(1).properties());
        assertEquals(List.of("mpj.transport=nio"), jobs.get(2).properties());
        assertEquals(List.of("/tmp"), jobs.get(1).classPath().entries());
        assertEquals(jobs.get(0).classPath(), jobs.get(2).classPath());
        assertEquals(List.of("-ea"), jobs.get(2).jvmOptions());
        assertEquals(9, Placement.slots(jobs.get(1).hosts().hosts()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--host", "--timeout", "-v", "--main"})
    void optionOfTheWholeJobIsRefusedBehindAColon(String option) {
        String message = assertThrows(UsageException.class, () -> programs("A", ":", option, "1", "B")).getMessage();
        assertTrue(message.startsWith(option + " after a ':': ") && message.contains("before the first program"),
            message);
    }

    @Test
    void colonWithoutAProgramBehindItIsRefused() {
        String message = assertThrows(UsageException.class, () -> programs("A", ":", "-np", "1")).getMessage();
        assertTrue(message.contains("no program is named"), message);
    }

    @Test
    void optionsOfJvmsNeedNoJAndKeepTheirOrder() {
        JobSpecification job = parse("-Xmx1g", "-J-Xss1m", "-ea:a.B", "-javaagent:x.jar=y", "-da", "App", "-Xms1g");
        assertEquals(List.of("-Xmx1g", "-Xss1m", "-ea:a.B", "-javaagent:x.jar=y", "-da"), job.jvmOptions());
        assertEquals(List.of("-Xms1g"), job.arguments());
    }

    @Test
    void commandLinesOfMpjExpressAreTaken() {
        JobSpecification job = parse("-np", "2", "-src", "-Xmx64m", "-jar", "a.jar", "-jar");
        assertEquals("a.jar", job.program());
        assertEquals(List.of("-jar"), job.arguments());
        assertTrue(refusal("-jar", "App").startsWith("-jar App: "), refusal("-jar", "App"));
        assertTrue(refusal("-machinesfile", "/no/such", "App").contains("/no/such"));
    }

    @Test
    void colonThatNoOptionFollowsIsAnArgument() {
        assertEquals(List.of(":", "x", ":", "-7", ":"), parse("A", ":", "x", ":", "-7", ":").arguments());
        assertEquals(List.of(":", "-np", "1"), parse("-np", "1", "--", "A", ":", "-np", "1").arguments());
    }

    @Test
    void variableWithoutValueIsTheLaunchersOwn() {
        assertEquals(Map.of("SHELL", "sh", "A", ""), parse("-x", "SHELL", "-x", "A=", "App").environment());
    }

    @ParameterizedTest
    @ValueSource(strings = {"niodev", "hybdev"})
    void deviceOfMpjExpressLeavesTheChoiceOfTransport(String device) {
        assertEquals(List.of("mpj.args=" + device), parse("-dev", device, "App").properties());
    }

    @Test
    void deviceMulticoreMeansThreadsUnlessATransportIsNamed() {
        assertEquals(List.of("mpj.transport=threads", "mpj.args=multicore"),
            parse("-dev", "multicore", "App").properties());
        assertEquals(List.of("mpj.transport=threads", "mpj.args=multicore", "mpj.transport=shm"),
            parse("-dev", "multicore", "-Dmpj.transport=shm", "App").properties());
        assertEquals(List.of("mpj.args=multicore"),
            parse("-dev", "multicore", "--host", "a,b", "App").properties());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "two", "", "1048577", "2000000000", "99999999999"})
    void numberOfRanksOutOfRangeIsNamed(String value) {
        assertTrue(refusal("-np", value, "App").startsWith("-np " + value + ": "), refusal("-np", value, "App"));
    }

    /** Otherwise mpjrun would run out of memory. */
    @Test
    void jobOfTooManyRanksIsRefused() {
        assertEquals(1_048_576, parse("-np", "1048576", "App").size());
        String message = assertThrows(UsageException.class,
            () -> programs("-np", "1048576", "A", ":", "-np", "1", "B")).getMessage();
        assertTrue(message.startsWith("the programs have 1048577 ranks together; a job has at most 1048576"), message);
        String hosts = "a:1048576," + "b[1-2047]:1048576";
        assertEquals(2_147_483_647, Placement.slots(HostList.of(CommandLine.parse(
            new String[] {"--host", hosts, "App"}))));
        assertTrue(refusal("--host", hosts, "App").contains("give the number of ranks with -np"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-3", "soon", "NaN"})
    void timeoutOutOfRangeIsNamed(String value) {
        assertTrue(refusal("--timeout", value, "App").startsWith("--timeout " + value + ": "));
    }

    @Test
    void replacementsAreCountedAndOnlyTheFirstJobHasThem() {
        JobSpecification job = parse("--respawn", "3", "App", "word");
        assertEquals(3, job.respawn());
        JobSpecification replacing = job.replacing(Api.OPENMPI, 1, 2);
        assertEquals(List.of(0, 2, "App", List.of("word")), List.of(replacing.respawn(), replacing.size(),
            replacing.program(), replacing.arguments()));
        for (String value : List.of("-1", "some", "")) {
            assertTrue(refusal("--respawn", value, "App").startsWith("--respawn " + value + ": "));
        }
    }

    @Test
    void unknownOptionThatIsLikeNoneNamesTheHelp() {
        assertEquals("no such option: --nosuch. mpjrun --help lists all options.",
            refusal("-np", "2", "--nosuch", "App"));
    }

    @ParameterizedTest
    @CsvSource({"--tag-ouput, --tag-output", "-timeout, --timeout", "--np=3, -np", "--hostfle=x, --hostfile",
        "-verbose, --verbose", "--reportbindings, --report-bindings",
        "--prof, --profile", "--nprocs, -np", "--num-procs, -np", "--time-out=3, --timeout", "--verb, --verbose"})
    void misspeltOptionNamesTheNearest(String wrong, String right) {
        String message = refusal(wrong, "App");
        assertTrue(message.startsWith("no such option: " + wrong.split("=")[0] + "; did you mean " + right + "?"),
            message);
    }

    @ParameterizedTest
    @CsvSource({"-ppn, MPICH, --map-by ppr:N:host", "--npernode, Open MPI, --map-by ppr:N:host",
        "-genv, MPICH, -x NAME=VALUE", "--ntasks-per-node=2, Slurm, --map-by ppr:N:host", "-psl, MPJ Express, eager",
        "--mca, Open MPI, docs/settings.md", "--enable-preview, java, -J"})
    void optionOfAnotherLauncherNamesOurs(String other, String launcher, String ours) {
        String message = refusal(other, "1", "App");
        assertTrue(message.contains("It is " + launcher + "'s: ") && message.contains(ours), message);
    }

    @Test
    void optionsOfOtherLaunchersAreNoneOfOurs() {
        for (String name : OtherLaunchers.names()) {
            assertTrue(refusal(name, "1", "App").startsWith("no such option: " + name + ". It is "), name);
        }
    }

    @Test
    void unknownValuesNameTheKnownOnes() {
        assertTrue(refusal("-dev", "mxdev", "App").contains("niodev, multicore, hybdev"));
        assertTrue(refusal("--bind-to", "socket", "App").contains("core or none"));
        assertTrue(refusal("-x", "NOT_SET", "App").contains("NOT_SET"));
        assertTrue(refusal("--wdir", "/no/such", "App").contains("/no/such"));
    }

    @Test
    void cacheIsTrainedOrUsedByOneProgram() {
        assertTrue(parse("--train", "app.aot", "App").cache().trains());
        assertNull(parse("App").cache());
        assertTrue(parse("--aot", "auto", "App").cache().isAutomatic());
        assertTrue(programs("--aot", "auto", "A", ":", "-np", "1", "B").getFirst().cache().isAutomatic());
        assertNull(parse("--aot", "auto", "--aot", "off", "App").cache());
        assertTrue(parse("--aot", "auto", "--train", "app.aot", "App").cache().trains());
        assertTrue(refusal("--train", "a", "--aot", "b", "App").contains("train first"));
        assertTrue(refusal("--train", "/", "App").startsWith("--train /: this is a folder"));
        assertTrue(refusal("--train", "/no/such/app.aot", "App").contains("there is no folder /no/such"));
        assertTrue(refusal("--aot", "/no/such.aot", "App").contains("a run with --train /no/such.aot writes it"));
        String message = assertThrows(UsageException.class,
            () -> programs("--train", "a", "A", ":", "-np", "1", "B")).getMessage();
        assertTrue(message.contains("a cache is of one program"), message);
    }

    @Test
    void missingValueAndMissingProgramAreNamed() {
        assertTrue(refusal("-np").startsWith("option -np needs a value: -np N (number of ranks"), refusal("-np"));
        assertTrue(refusal("-np", "2").contains("no program is named"));
        assertTrue(refusal("-J", "App").contains("-J needs its value attached"));
    }

    @Test
    void programFileThatDoesNotExistIsNamed() {
        String message = assertThrows(UsageException.class,
            () -> new ProgramSearch(null, null).find(parse("/no/such.jar"))).getMessage();
        assertTrue(message.contains("/no/such.jar"), message);
    }

    @Test
    void apiIsNamedOrLeftOpen() {
        assertEquals(Api.OPENMPI, parse("--api", "openmpi", "App").api());
        assertNull(parse("App").api());
        assertTrue(refusal("--api", "pvm", "App").contains("mpijava or openmpi"), refusal("--api", "pvm", "App"));
    }

    private static ForeignJob foreign(String... arguments) {
        CommandLine line = CommandLine.parse(arguments);
        return new ForeignJob(line, JobSpecification.ofPrograms(line, Map.of()),
            new LibraryFiles(List.of("/lib/mpj.jar", "/lib/mpj-openmpi.jar")), new Jdk(Path.of("/jdk"), 25, ""));
    }

    @Test
    void otherLauncherGetsItsWordsThenJavaWithTheUsersJarsFirst() {
        Program a = new Program(Api.MPIJAVA, "A", List.of("/user.jar"));
        Program b = new Program(Api.MPIJAVA, "B", List.of("/other.jar"));
        assertEquals(List.of("mpiexec", "-genv", "A B", "/jdk/bin/java", "--enable-native-access=ALL-UNNAMED",
            "-Dmpj.transport=nio", "-Xmx1g", "-cp", "/user.jar:/lib/mpj.jar", "A", "x"),
            foreign("--launcher", "mpiexec -genv 'A B'", "-Dmpj.transport=nio", "-Xmx1g", "A", "x")
                .command(List.of(a)));
        assertEquals("mpiexec -n 1 J -cp /user.jar:/lib/mpj.jar A x : -n 2 J -cp /other.jar:/lib/mpj.jar B",
            String.join(" ", foreign("--launcher=mpiexec", "-np", "1", "A", "x", ":", "-np", "2", "B")
                .command(List.of(a, b))).replace("/jdk/bin/java --enable-native-access=ALL-UNNAMED", "J"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--host", "--map-by", "--bind-to", "--output"})
    void otherLauncherSaysItselfWhereRanksRun(String option) {
        String value = option.equals("--host") ? "a" : option.equals("--map-by") ? "node" : "core";
        String message = assertThrows(UsageException.class,
            () -> foreign("--launcher", "srun", option, value, "A")).getMessage();
        assertTrue(message.startsWith(option + " with --launcher: "), message);
    }

    /** Command lines are often composed by scripts. */
    @ParameterizedTest
    @ValueSource(strings = {"auto", "off"})
    void otherLauncherStartsRanksWithoutACacheThatMpjrunMayChoose(String wish) {
        assertEquals("mpiexec", foreign("--launcher", "mpiexec", "--aot", wish, "A")
            .command(List.of(new Program(Api.MPIJAVA, "A", List.of("/user.jar")))).getFirst());
        String message = assertThrows(UsageException.class,
            () -> foreign("--launcher", "mpiexec", "--aot", wish, "--train", "a.aot", "A")).getMessage();
        assertTrue(message.startsWith("--train with --launcher: "), message);
    }

    @Test
    void helpShowsEveryOption() {
        for (Option option : Option.values()) {
            assertTrue(option.isHidden() || CommandLine.help().contains(option.helpLine()), option.toString());
        }
    }
}
