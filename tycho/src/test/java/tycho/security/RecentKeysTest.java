package tycho.security;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class RecentKeysTest {
    private static final int TAG = 16;
    private static final byte[] HEADER = {23, 3, 3};

    private final RecentKeys recent = RecentKeys.of(jdk());

    private static Provider jdk() {
        return Security.getProvider("SunJCE");
    }

    private static Cipher cipher(Provider provider) throws GeneralSecurityException {
        return Cipher.getInstance(RecentKeys.TRANSFORMATION, provider);
    }

    private static SecretKey key(int number) {
        return new SecretKeySpec(ByteBuffer.allocate(16).putInt(number).array(), "AES");
    }

    private static byte[] text(int number, int record) {
        return ("connection " + number + ", record " + record).getBytes();
    }

    /** As TLS does it: a new initialization vector for each record, then the header, then all at once. */
    private static byte[] run(Cipher cipher, int mode, int number, int record, byte[] text)
            throws GeneralSecurityException {
        cipher.init(mode, key(number), new GCMParameterSpec(TAG * Byte.SIZE,
            ByteBuffer.allocate(12).putInt(record).array()));
        cipher.updateAAD(HEADER);
        ByteBuffer out = ByteBuffer.allocate(cipher.getOutputSize(text.length));
        byte[] result = new byte[cipher.doFinal(ByteBuffer.wrap(text), out)];
        out.flip().get(result);
        return result;
    }

    @Test
    void manyConnectionsByTurnsHaveWhatTheJdkEncrypts() throws GeneralSecurityException {
        int connections = 3 * RecentKeys.MOST;
        List<Cipher> senders = new ArrayList<>();
        List<Cipher> receivers = new ArrayList<>();
        for (int number = 0; number < connections; number++) {
            senders.add(cipher(recent));
            receivers.add(cipher(recent));
        }
        for (int record = 0; record < 3; record++) {
            for (int number = 0; number < connections; number++) {
                byte[] text = text(number, record);
                byte[] sent = run(senders.get(number), Cipher.ENCRYPT_MODE, number, record, text);
                assertArrayEquals(run(cipher(jdk()), Cipher.ENCRYPT_MODE, number, record, text), sent);
                assertArrayEquals(text, run(receivers.get(number), Cipher.DECRYPT_MODE, number, record, sent));
            }
        }
        assertEquals(RecentKeys.MOST, recent.kept());
    }

    @Test
    void aKeyThatWasUsedLastIsNotExpandedAgain() throws GeneralSecurityException {
        Cipher first = recent.take(key(1));
        recent.giveBack(key(1), first);
        recent.giveBack(key(2), recent.take(key(2)));
        assertSame(first, recent.take(key(1)));
    }

    @Test
    void aRecordThatWasChangedIsRefusedAndTheNextOneIsTaken() throws GeneralSecurityException {
        Cipher sender = cipher(recent);
        Cipher receiver = cipher(recent);
        byte[] sent = run(sender, Cipher.ENCRYPT_MODE, 1, 1, text(1, 1));
        sent[3] ^= 1;
        assertThrows(AEADBadTagException.class, () -> run(receiver, Cipher.DECRYPT_MODE, 1, 1, sent));
        byte[] next = run(sender, Cipher.ENCRYPT_MODE, 1, 2, text(1, 2));
        assertArrayEquals(text(1, 2), run(receiver, Cipher.DECRYPT_MODE, 1, 2, next));
    }

    @Test
    void noVectorIsUsedTwice() throws GeneralSecurityException {
        Cipher sender = cipher(recent);
        run(sender, Cipher.ENCRYPT_MODE, 1, 1, text(1, 1));
        assertThrows(InvalidAlgorithmParameterException.class,
            () -> run(sender, Cipher.ENCRYPT_MODE, 1, 1, text(1, 1)));
        assertThrows(IllegalStateException.class, () -> sender.doFinal(text(1, 1)));
    }
}
