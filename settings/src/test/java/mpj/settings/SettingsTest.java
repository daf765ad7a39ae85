package mpj.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    private static final NumberSetting ROOM = Setting.number("mpj.sample.room", "bytes", 64, 1 << 20).multipleOf(8)
        .otherwise(16 << 10).means("A room.");
    private static final NumberSetting TIMEOUT = Setting.number("mpj.sample.timeout", "seconds", 1, 10)
        .otherwiseFound(-1, "by itself").means("A time.");
    private static final FlagSetting FLAG = Setting.flag("mpj.sample.flag").means("A flag.");
    private static final Setting<String> OWN = Setting.text("mpj.sample.own", "anything");

    /** A catalogue that is found through {@code META-INF/services}. */
    public static final class Sample implements Catalogue {
        @Override
        public String title() {
            return "Sample";
        }

        @Override
        public List<Setting<?>> settings() {
            return List.of(ROOM, TIMEOUT, FLAG, OWN);
        }
    }

    @AfterEach
    void nothingIsSet() {
        List.of(ROOM, TIMEOUT, FLAG, OWN).forEach(setting -> System.clearProperty(setting.name()));
    }

    @ParameterizedTest
    @CsvSource({"64, 64", "71, 64", "1024, 1024", "1k, 1024", "1K, 1024", "1m, 1048576"})
    void bytesMayEndInALetterAndAreRoundedDown(String given, long bytes) {
        System.setProperty(ROOM.name(), given);
        assertEquals(bytes, ROOM.value());
    }

    @ParameterizedTest
    @CsvSource({"''", "63", "-64", "2m", "1048577", "k", "lots", "1.5k", "9000000000000000000k"})
    void otherNumbersAreRefusedWithNameValueAndRange(String given) {
        System.setProperty(ROOM.name(), given);
        assertEquals("-Dmpj.sample.room=" + given + ": expected bytes, 64 to 1m, rounded down to a multiple of 8",
            assertThrows(SettingException.class, ROOM::value).getMessage());
    }

    @Test
    void defaultIsKnownHoweverItIsWritten() {
        assertEquals(List.of(true, true, false),
            List.of(ROOM.isDefault("16k"), ROOM.isDefault("16384"), ROOM.isDefault("8k")));
        assertEquals(List.of(true, false), List.of(FLAG.isDefault("false"), FLAG.isDefault("true")));
        assertEquals(List.of(false, false), List.of(TIMEOUT.isDefault("5"), OWN.isDefault("any")));
        assertThrows(SettingException.class, () -> ROOM.isDefault("1"));
    }

    @Test
    void numberThatIsNotInBytesTakesNoLetter() {
        System.setProperty(TIMEOUT.name(), "1k");
        assertThrows(SettingException.class, TIMEOUT::value);
    }

    @Test
    void defaultsCountWhereNothingIsSet() {
        assertEquals(16 << 10, ROOM.intValue());
        assertEquals("16k", ROOM.otherwiseText());
        assertEquals(-1, TIMEOUT.value());
        assertEquals("by itself", TIMEOUT.otherwiseText());
        assertEquals(false, FLAG.value());
    }

    @Test
    void oneOfTwoWordsIsNothingElse() {
        TextSetting either = Setting.either("mpj.sample.own", "hot", "cold").otherwiseFound(null, "lukewarm")
            .means("A word.");
        assertNull(either.value());
        System.setProperty(either.name(), "cold");
        assertEquals("cold", either.value());
        System.setProperty(either.name(), "cool");
        assertEquals("-Dmpj.sample.own=cool: expected hot or cold",
            assertThrows(SettingException.class, either::value).getMessage());
    }

    @ParameterizedTest
    @CsvSource({"true, true", "'', true", "false, false"})
    void flags(String given, boolean value) {
        System.setProperty(FLAG.name(), given);
        assertEquals(value, FLAG.value());
    }

    @Test
    void flagThatIsNeitherIsRefused() {
        System.setProperty(FLAG.name(), "yes");
        assertEquals("-Dmpj.sample.flag=yes: expected true or false",
            assertThrows(SettingException.class, FLAG::value).getMessage());
    }

    private static String refusal(String name, String value) {
        Properties properties = new Properties();
        properties.setProperty(name, value);
        return assertThrows(SettingException.class, () -> Settings.check(properties, List.of())).getMessage();
    }

    @Test
    void unknownNameIsAnErrorThatNamesTheNearest() {
        assertEquals("-Dmpj.sample.timout: there is no such property; did you mean mpj.sample.timeout?",
            refusal("mpj.sample.timout", "3"));
    }

    @Test
    void nameFarFromAllIsAnErrorThatListsTheUsers() {
        assertEquals("-Dmpj.nothing.of.the.kind: there is no such property; known are mpj.sample.flag, mpj.sample.room,"
            + " mpj.sample.timeout", refusal("mpj.nothing.of.the.kind", "3"));
    }

    @Test
    void wrongValueOfAKnownNameIsAnError() {
        assertEquals("-Dmpj.sample.timeout=0: expected seconds, 1 to 10", refusal("mpj.sample.timeout", "0"));
    }

    @Test
    void knownAndForeignPropertiesPass() {
        Properties properties = new Properties();
        properties.setProperty("mpj.sample.own", "x");
        properties.setProperty("mpj.sample.room", "4k");
        properties.setProperty("mpjexpress.home", "x");
        properties.setProperty("user.mpj.thing", "x");
        Settings.check(properties, List.of(OWN));
    }
}
