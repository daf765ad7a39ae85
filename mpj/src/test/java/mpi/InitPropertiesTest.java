package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Under a launcher that is not this library's, nothing checks the properties before {@code MPI.Init}. */
class InitPropertiesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "mpj.transprot | shm | -Dmpj.transprot: there is no such property; did you mean mpj.transport?",
        "mpj.coll.tabel | my | -Dmpj.coll.tabel: there is no such property; did you mean mpj.coll.table?",
        "mpj.eager.limit | -1 | -Dmpj.eager.limit=-1: expected bytes, 0 or more, rounded down to a multiple of 8",
        "mpj.check | maybe | -Dmpj.check=maybe: expected true or false"})
    void propertyThatIsWrongIsNamedByInit(String name, String value, String words) {
        System.setProperty(name, value);
        try {
            MPIException refused = assertThrows(MPIException.class, () -> MPI.Init(new String[0]));
            assertEquals("MPI_ERR_ARG: " + words, refused.getMessage());
            assertEquals(MPI.ERR_ARG, refused.Get_error_class());
            assertFalse(MPI.Initialized());
        } finally {
            System.clearProperty(name);
        }
    }
}
