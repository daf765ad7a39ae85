package mpj.runtime.launcher;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** Stands for the program that keeps the names of a job. Its answers are fixed in advance. */
final class AnsweringProgram extends Process {
    private final PipedInputStream requests = new PipedInputStream();
    private final PipedOutputStream toRequests;
    private final PipedInputStream answers = new PipedInputStream();
    private final PipedOutputStream toAnswers;
    private final BlockingQueue<String> read = new LinkedBlockingQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    /** @param kinds of the answers to the first requests; after "none" it does not answer, and after "end" it ends */
    AnsweringProgram(String... kinds) throws IOException {
        toRequests = new PipedOutputStream(requests);
        toAnswers = new PipedOutputStream(answers);
        Thread.ofPlatform().daemon().start(() -> run(kinds));
    }

    private void run(String... kinds) {
        try (DataInputStream in = new DataInputStream(requests);
                DataOutputStream out = new DataOutputStream(toAnswers)) {
            for (String kind : kinds) {
                read.add(in.readUTF() + " " + in.readUTF() + " " + in.readUTF());
                if (kind.equals("none")) {
                    break;
                } else if (kind.equals("end")) {
                    return;
                }
                out.writeUTF(kind);
                out.writeUTF("");
                out.flush();
            }
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            return; // the job has ended
        } finally {
            ended.countDown();
        }
    }

    /** The requests that have come so far. */
    BlockingQueue<String> requests() {
        return read;
    }

    @Override
    public OutputStream getOutputStream() {
        return toRequests;
    }

    @Override
    public InputStream getInputStream() {
        return answers;
    }

    @Override
    public InputStream getErrorStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() throws InterruptedException {
        ended.await();
        return 0;
    }

    @Override
    public int exitValue() {
        if (isAlive()) {
            throw new IllegalThreadStateException("the program goes on");
        }
        return 0;
    }

    @Override
    public boolean isAlive() {
        return ended.getCount() > 0;
    }

    @Override
    public void destroy() {
        ended.countDown();
        try {
            toRequests.close();
            toAnswers.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
