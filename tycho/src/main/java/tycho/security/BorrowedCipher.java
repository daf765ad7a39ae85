package tycho.security;

import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.NoSuchPaddingException;
import javax.crypto.ShortBufferException;

/** Has a cipher from when it is initialized until it has encrypted or decrypted a message. Not thread-safe. */
final class BorrowedCipher extends CipherSpi {
    private static final int BLOCK = 16;

    private final RecentKeys keys;
    private Key key;
    /** Null between two messages. */
    private Cipher cipher;

    BorrowedCipher(RecentKeys keys) {
        this.keys = keys;
    }

    private interface Initialization {
        void run(Cipher cipher) throws InvalidKeyException, InvalidAlgorithmParameterException;
    }

    private void init(Key next, Initialization initialization)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        giveBack();
        cipher = keys.take(next);
        key = next;
        boolean done = false;
        try {
            initialization.run(cipher);
            done = true;
        } finally {
            if (!done) {
                giveBack();
            }
        }
    }

    private void giveBack() {
        if (cipher != null) {
            keys.giveBack(key, cipher);
            cipher = null;
            key = null;
        }
    }

    private Cipher initialized() {
        if (cipher == null) {
            throw new IllegalStateException("the cipher has no initialization vector for the next message");
        }
        return cipher;
    }

    @Override
    protected void engineInit(int mode, Key next, AlgorithmParameterSpec parameters, SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        init(next, taken -> taken.init(mode, next, parameters, random));
    }

    @Override
    protected void engineInit(int mode, Key next, AlgorithmParameters parameters, SecureRandom random)
            throws InvalidKeyException, InvalidAlgorithmParameterException {
        init(next, taken -> taken.init(mode, next, parameters, random));
    }

    @Override
    protected void engineInit(int mode, Key next, SecureRandom random) throws InvalidKeyException {
        try {
            init(next, taken -> taken.init(mode, next, random));
        } catch (InvalidAlgorithmParameterException e) {
            throw new InvalidKeyException(e);
        }
    }

    @Override
    protected int engineDoFinal(ByteBuffer from, ByteBuffer to)
            throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
        try {
            return initialized().doFinal(from, to);
        } finally {
            giveBack();
        }
    }

    @Override
    protected byte[] engineDoFinal(byte[] from, int offset, int length)
            throws IllegalBlockSizeException, BadPaddingException {
        try {
            return from == null ? initialized().doFinal() : initialized().doFinal(from, offset, length);
        } finally {
            giveBack();
        }
    }

    @Override
    protected int engineDoFinal(byte[] from, int offset, int length, byte[] to, int at)
            throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
        try {
            return from == null ? initialized().doFinal(to, at) : initialized().doFinal(from, offset, length, to, at);
        } finally {
            giveBack();
        }
    }

    @Override
    protected byte[] engineUpdate(byte[] from, int offset, int length) {
        return initialized().update(from, offset, length);
    }

    @Override
    protected int engineUpdate(byte[] from, int offset, int length, byte[] to, int at) throws ShortBufferException {
        return initialized().update(from, offset, length, to, at);
    }

    @Override
    protected int engineUpdate(ByteBuffer from, ByteBuffer to) throws ShortBufferException {
        return initialized().update(from, to);
    }

    @Override
    protected void engineUpdateAAD(byte[] from, int offset, int length) {
        initialized().updateAAD(from, offset, length);
    }

    @Override
    protected void engineUpdateAAD(ByteBuffer from) {
        initialized().updateAAD(from);
    }

    @Override
    protected int engineGetOutputSize(int length) {
        return initialized().getOutputSize(length);
    }

    @Override
    protected int engineGetBlockSize() {
        return BLOCK;
    }

    @Override
    protected byte[] engineGetIV() {
        return cipher == null ? null : cipher.getIV();
    }

    @Override
    protected AlgorithmParameters engineGetParameters() {
        return cipher == null ? null : cipher.getParameters();
    }

    @Override
    protected int engineGetKeySize(Key of) {
        return of.getEncoded().length * Byte.SIZE;
    }

    @Override
    protected void engineSetMode(String mode) throws NoSuchAlgorithmException {
        throw new NoSuchAlgorithmException("the mode is GCM, not " + mode);
    }

    @Override
    protected void engineSetPadding(String padding) throws NoSuchPaddingException {
        throw new NoSuchPaddingException("GCM has no padding, not even " + padding);
    }
}
