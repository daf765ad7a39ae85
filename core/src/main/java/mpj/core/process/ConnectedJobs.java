package mpj.core.process;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mpj.core.collective.JobCollectives;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.transport.spi.Peer;

/**
 * The jobs that this process is connected with, and the form in which processes are named to processes of other jobs.
 * Within a process, an index names a peer, and two processes may have different indices for the same peer. So a group
 * that goes to another job is written down: for each process its job, its rank there, its host and its addresses.
 *
 * <p>Each job has a key, which is no secret between jobs that are connected. The secret by which two processes of
 * different jobs recognize each other is made from the keys of both jobs. So two processes have the same secret,
 * however they came to know of each other. Thread-safe.
 */
public final class ConnectedJobs {
    private static final int KEY_BYTES = 32;
    /** The first int of a group whose processes all belong to the job of the process that reads it. */
    private static final int OWN = 0;
    /** The first int of a group that is written down. */
    private static final int WRITTEN = 1;

    private final Engine engine;
    private final JobCollectives hosts;
    private final byte[] secret;
    /** The keys of the jobs, by their ids. Empty until the first group goes to another job, or comes from one. */
    private final Map<Long, byte[]> keys = new HashMap<>();

    /** @param secret of this process's job */
    public ConnectedJobs(Engine engine, JobCollectives hosts, byte[] secret) {
        this.engine = engine;
        this.hosts = hosts;
        this.secret = secret;
    }

    /** Whether this process has met processes of other jobs. */
    public synchronized boolean any() {
        return keys.size() > 1;
    }

    private boolean isOwn(int index) {
        return index < engine.size();
    }

    private boolean areOwn(int[] group) {
        for (int index : group) {
            if (!isOwn(index)) {
                return false;
            }
        }
        return true;
    }

    /**
     * A group, for another process.
     *
     * @param toOwnJob whether that process belongs to this process's job
     */
    public int[] told(int[] group, boolean toOwnJob) {
        if (!toOwnJob || !areOwn(group)) {
            return asInts(written(group));
        }
        int[] told = new int[1 + group.length];
        told[0] = OWN;
        System.arraycopy(group, 0, told, 1, group.length);
        return told;
    }

    /**
     * A group that another process has described, in the form in which it is passed on to further processes.
     *
     * @param told of at least one member
     */
    public int[] passedOn(int[] told, int[] to) {
        return told[0] == OWN && !areOwn(to) ? told(group(told), false) : told;
    }

    /**
     * The indices of the processes of a group that another process has described. This process then knows all of them.
     */
    public int[] group(int[] told) {
        if (told[0] != OWN) {
            return read(asBytes(told));
        }
        int[] group = new int[told.length - 1];
        System.arraycopy(told, 1, group, 0, group.length);
        return group;
    }

    private byte[] written(int[] group) {
        Map<Long, Integer> jobs = new LinkedHashMap<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes);
             DataOutputStream each = new DataOutputStream(members)) {
            for (int index : group) {
                Peer peer = engine.peer(index);
                each.writeInt(jobs.computeIfAbsent(peer.job(), _ -> jobs.size()));
                each.writeInt(peer.rank());
                write(each, hosts.hostName(index).getBytes(StandardCharsets.UTF_8));
                write(each, engine.addresses(index));
            }
            out.writeInt(jobs.size());
            for (long job : jobs.keySet()) {
                out.writeLong(job);
                out.write(key(job));
            }
            out.writeInt(group.length);
            out.write(members.toByteArray());
        } catch (IOException e) {
            throw new AssertionError("memory takes every byte", e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] next(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("it announces " + length + " bytes, but has " + in.available());
        }
        return in.readNBytes(length);
    }

    private int[] read(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            List<Long> jobs = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                long job = in.readLong();
                byte[] key = in.readNBytes(KEY_BYTES);
                learn(job, key);
                jobs.add(job);
            }
            int size = in.readInt();
            if (size < 0 || size > in.available()) {
                throw new IOException("it announces " + size + " processes");
            }
            int[] group = new int[size];
            for (int i = 0; i < size; i++) {
                int job = in.readInt();
                if (job < 0 || job >= jobs.size()) {
                    throw new IOException("process " + i + " belongs to job " + job + " of only " + jobs.size());
                }
                Peer peer = new Peer(jobs.get(job), in.readInt());
                String host = new String(next(in), StandardCharsets.UTF_8);
                byte[] addresses = next(in);
                group[i] = engine.meet(peer, secretWith(peer.job()), _ -> addresses);
                if (!isOwn(group[i])) {
                    hosts.learnHost(group[i], host);
                }
            }
            return group;
        } catch (IOException e) {
            throw new EngineException(ErrorClass.ERR_INTERN, "the other job has sent a group that cannot be read: "
                + e.getMessage(), e);
        }
    }

    private synchronized void learn(long job, byte[] key) {
        if (job != engine.self().job()) {
            own();
            keys.putIfAbsent(job, key);
        }
    }

    private synchronized byte[] key(long job) {
        own();
        return keys.get(job);
    }

    /**
     * Makes the key of this process's job. This is done when the key is first needed, because a hash takes milliseconds
     * in a young JVM. The id is part of it, because two jobs may have the same secret.
     */
    private void own() {
        if (keys.isEmpty()) {
            long id = engine.self().job();
            keys.put(id, hash("mpj.key", secret, ByteBuffer.allocate(Long.BYTES).putLong(id).array()));
        }
    }

    /**
     * The secret that the processes of this job share with the processes of another job. Ranks of one job need none.
     */
    private synchronized byte[] secretWith(long job) {
        long own = engine.self().job();
        if (job == own) {
            return new byte[0];
        }
        boolean ownFirst = own < job;
        return hash("mpj.pair", keys.get(ownFirst ? own : job), keys.get(ownFirst ? job : own));
    }

    private static byte[] hash(String purpose, byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(purpose.getBytes(StandardCharsets.US_ASCII));
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    private static int[] asInts(byte[] bytes) {
        int[] ints = new int[2 + (bytes.length + Integer.BYTES - 1) / Integer.BYTES];
        ints[0] = WRITTEN;
        ints[1] = bytes.length;
        ByteBuffer padded = ByteBuffer.allocate((ints.length - 2) * Integer.BYTES).put(0, bytes);
        padded.asIntBuffer().get(ints, 2, ints.length - 2);
        return ints;
    }

    private static byte[] asBytes(int[] ints) {
        if (ints.length < 2 || ints[1] < 0 || ints[1] > (ints.length - 2) * Integer.BYTES) {
            throw new EngineException(ErrorClass.ERR_INTERN, "the other job has sent a group of "
                + ints.length + " ints that cannot be read");
        }
        ByteBuffer padded = ByteBuffer.allocate((ints.length - 2) * Integer.BYTES);
        padded.asIntBuffer().put(ints, 2, ints.length - 2);
        byte[] bytes = new byte[ints[1]];
        padded.get(0, bytes);
        return bytes;
    }
}
