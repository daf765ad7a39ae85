package mpj.core.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;
import mpj.bindings.Linux;
import mpj.bindings.libc.libc_h;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.Test;

class ErrnoTest {
    /** The system's texts are in the language of the user. */
    @Test
    void numbersDecideTheClassesAndTheTextsOfErrors() {
        assumeTrue(Linux.hasBindings(), "the numbers are those of Linux");
        Path path = Path.of("no space left");
        Map.of(libc_h.ENOSPC(), ErrorClass.ERR_NO_SPACE, libc_h.EDQUOT(), ErrorClass.ERR_QUOTA,
            libc_h.EROFS(), ErrorClass.ERR_READ_ONLY, libc_h.EACCES(), ErrorClass.ERR_ACCESS,
            libc_h.EPERM(), ErrorClass.ERR_ACCESS, libc_h.ENOENT(), ErrorClass.ERR_NO_SUCH_FILE,
            libc_h.EEXIST(), ErrorClass.ERR_FILE_EXISTS, libc_h.ETXTBSY(), ErrorClass.ERR_FILE_IN_USE,
            libc_h.ENAMETOOLONG(), ErrorClass.ERR_BAD_FILE, libc_h.EFAULT(), ErrorClass.ERR_IO)
            .forEach((errno, error) -> {
                EngineException e = FileErrors.of(path, "cannot write", Errno.exception(errno, path));
                assertEquals(error, e.error(), e.getMessage());
                assertTrue(e.getMessage().startsWith("file no space left: cannot write: "), e.getMessage());
                assertEquals(error == ErrorClass.ERR_IO, e.getMessage().contains("errno"), e.getMessage());
            });
    }
}
