package mpj.runtime.launcher;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** Stands for the program that keeps the names of a job. Its answers are fixed in advance. */
final class AnsweringProgram extends Process {
    // Not PipedInputStream: that ends when the thread that last wrote has ended, although others may still write.
    private final Pipe requests = Pipe.open();
    private final OutputStream toRequests = Channels.newOutputStream(requests.sink());
    private final Pipe answers = Pipe.open();
    private final InputStream fromAnswers = Channels.newInputStream(answers.source());
    private final BlockingQueue<String> read = new LinkedBlockingQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    /** @param kinds of the answers to the first requests; after "none" it does not answer, and after "end" it ends */
    AnsweringProgram(String... kinds) throws IOException {
        Thread.ofPlatform().daemon().start(() -> run(kinds));
    }

    private void run(String... kinds) {
        try (DataInputStream in = new DataInputStream(Channels.newInputStream(requests.source()));
                DataOutputStream out = new DataOutputStream(Channels.newOutputStream(answers.sink()))) {
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
        return fromAnswers;
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
            answers.sink().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
