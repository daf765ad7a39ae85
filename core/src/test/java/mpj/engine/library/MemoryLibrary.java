package mpj.engine.library;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import mpj.engine.ErrorClass;
import mpj.transport.spi.LibraryCollectives;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.LibraryStatus;
import mpj.transport.spi.LibraryWindows;
import mpj.transport.spi.MessageLibrary;
import mpj.transport.spi.TransportProvider;

/** One rank's library in memory. It carries messages, and neither collectives nor windows. */
final class MemoryLibrary implements MessageLibrary {
    /**
     * A communicator.
     *
     * @param name is the same on all its ranks, unlike its handle
     * @param members its ranks in the job
     */
    private record Group(String name, int[] members) {
        int rankOf(int member) {
            for (int i = 0; i < members.length; i++) {
                if (members[i] == member) {
                    return i;
                }
            }
            throw new AssertionError("rank " + member + " is not in communicator " + name);
        }
    }

    private final MemoryLibraries job;
    private final int rank;
    private final MemoryCalls calls;
    private final Map<Long, Group> groups = new HashMap<>();
    private final Map<String, Integer> made = new HashMap<>();
    private final Map<Long, MemoryRequest> requests = new HashMap<>();
    /** For each receive under way, where it waits. */
    private final Map<MemoryRequest, MemoryQueue> queues = new HashMap<>();
    private final Map<Long, MemoryQueue.Arrival> matched = new HashMap<>();
    private final Map<Long, MemoryDatatype> datatypes = new HashMap<>();
    private final long world;
    private long handles;
    private volatile long sentFrom;
    private volatile long receivedInto;

    MemoryLibrary(MemoryLibraries job, int rank, MemoryCalls calls) {
        this.job = job;
        this.rank = rank;
        this.calls = calls;
        handles = 1000L * (rank + 1); // the ranks have different handles for the same communicator
        int[] all = new int[job.size];
        Arrays.setAll(all, i -> i);
        world = group("world", all);
    }

    MemoryCalls calls() {
        return calls;
    }

    /** How many requests are not complete, or were not asked for since. */
    int openRequests() {
        synchronized (job) {
            return requests.size();
        }
    }

    /** How many communicators there are. */
    int communicators() {
        synchronized (job) {
            return groups.size();
        }
    }

    /** How many datatypes there are. */
    int datatypes() {
        synchronized (job) {
            return datatypes.size();
        }
    }

    /** The address from which the last message was to be sent that does not wait. */
    long sentFrom() {
        return sentFrom;
    }

    /** The address to which the last message was to be received by a call that does not wait. */
    long receivedInto() {
        return receivedInto;
    }

    @Override
    public String description() {
        return "libmemory.so, version 1";
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return job.size;
    }

    @Override
    public int localSize() {
        return job.localSize;
    }

    @Override
    public boolean isThreadSafe() {
        return job.threadSafe;
    }

    @Override
    public int largestTag() {
        return job.largestTag;
    }

    @Override
    public TransportProvider packets() {
        return new MemoryPackets(this);
    }

    // ------------------------------------------------------------------------------------------- communicators

    @Override
    public long world() {
        return world;
    }

    @Override
    public long duplicate() {
        try (MemoryCalls.Call _ = calls.beginWaiting("duplicate")) {
            synchronized (job) {
                return group(numbered("duplicate"), groups.get(world).members);
            }
        }
    }

    @Override
    public long communicator(int[] ranks, int tag) {
        try (MemoryCalls.Call _ = calls.beginWaiting("communicator")) {
            synchronized (job) {
                return group(numbered(tag + " of " + Arrays.toString(ranks)), ranks.clone());
            }
        }
    }

    private String numbered(String name) {
        return name + ", number " + made.merge(name, 1, Integer::sum);
    }

    private long group(String name, int[] members) {
        groups.put(++handles, new Group(name, members));
        return handles;
    }

    private Group group(long communicator) {
        Group group = groups.get(communicator);
        if (group == null) {
            throw new AssertionError("rank " + rank + " has no communicator " + communicator);
        }
        return group;
    }

    @Override
    public void free(long communicator) {
        try (MemoryCalls.Call _ = calls.beginWaiting("free")) {
            synchronized (job) {
                group(communicator);
                groups.remove(communicator);
            }
        }
    }

    // ------------------------------------------------------------------------------------------- messages

    @Override
    public MemoryStatus status() {
        return new MemoryStatus();
    }

    @Override
    public void send(MemorySegment memory, long bytes, int destination, int tag, long communicator) {
        try (MemoryCalls.Call _ = calls.beginWaiting("send")) {
            synchronized (job) {
                MemoryRequest send = post(new MemoryRequest(true, memory.address(), bytes, MemoryDatatype.BYTE,
                    destination, tag), communicator, false);
                job.await(send::isComplete);
            }
        }
    }

    @Override
    public void receive(long address, long bytes, int source, int tag, long communicator, LibraryStatus status) {
        try (MemoryCalls.Call _ = calls.beginWaiting("receive")) {
            synchronized (job) {
                MemoryRequest receive = new MemoryRequest(false, address, bytes, MemoryDatatype.BYTE, source, tag);
                post(receive, communicator);
                ((MemoryStatus) status).waiting(receive);
                job.notifyAll(); // those who want to know that this call waits
                job.await(receive::isComplete);
                queues.remove(receive);
                tell(receive, status);
            }
        }
    }

    @Override
    public void cancelReceive(LibraryStatus status) {
        try (MemoryCalls.Call _ = calls.begin("cancelReceive")) {
            synchronized (job) {
                MemoryRequest receive = ((MemoryStatus) status).waiting();
                if (receive != null && !receive.isComplete()) {
                    queues.get(receive).cancel(receive);
                    job.notifyAll();
                }
            }
        }
    }

    @Override
    public long startSend(long address, long items, long datatype, int destination, int tag, long communicator,
                          boolean synchronous) {
        sentFrom = address;
        try (MemoryCalls.Call _ = calls.begin("startSend")) {
            synchronized (job) {
                return handle(post(new MemoryRequest(true, address, items, datatype(datatype), destination, tag),
                    communicator, synchronous));
            }
        }
    }

    private MemoryRequest post(MemoryRequest send, long communicator, boolean synchronous) {
        Group group = group(communicator);
        if (send.tag < 0 || send.tag > job.largestTag) {
            calls.violation("the tag of a send is " + send.tag);
        }
        if (!synchronous && send.size() <= MemoryLibraries.COPIED) {
            send.copyOut();
        }
        job.queue(group.name, send.peer).send(group.rankOf(rank), send);
        job.notifyAll();
        return send;
    }

    private void post(MemoryRequest receive, long communicator) {
        Group group = group(communicator);
        if (receive.tag != ANY && receive.tag < 0 || receive.tag > job.largestTag) {
            calls.violation("the tag of a receive is " + receive.tag);
        }
        MemoryQueue queue = job.queue(group.name, group.rankOf(rank));
        queues.put(receive, queue);
        queue.receive(receive);
        job.notifyAll();
    }

    private long handle(MemoryRequest request) {
        requests.put(++handles, request);
        return handles;
    }

    private MemoryDatatype datatype(long handle) {
        MemoryDatatype datatype = handle == NONE ? MemoryDatatype.BYTE : datatypes.get(handle);
        if (datatype == null) {
            throw new AssertionError("rank " + rank + " has no datatype " + handle);
        }
        return datatype;
    }

    @Override
    public long startReceive(long address, long items, long datatype, int source, int tag, long communicator) {
        receivedInto = address;
        try (MemoryCalls.Call _ = calls.begin("startReceive")) {
            synchronized (job) {
                MemoryRequest receive = new MemoryRequest(false, address, items, datatype(datatype), source, tag);
                post(receive, communicator);
                return handle(receive);
            }
        }
    }

    @Override
    public long startReceive(long message, long address, long items, long datatype) {
        try (MemoryCalls.Call _ = calls.begin("startReceive")) {
            synchronized (job) {
                MemoryQueue.Arrival arrival = matched.remove(message);
                if (arrival == null) {
                    throw new AssertionError("rank " + rank + " has not matched message " + message);
                }
                MemoryRequest receive = new MemoryRequest(false, address, items, datatype(datatype),
                    arrival.source(), arrival.send().tag);
                receive.take(arrival.send(), arrival.source());
                job.notifyAll();
                return handle(receive);
            }
        }
    }

    @Override
    public boolean test(long request, LibraryStatus status) {
        try (MemoryCalls.Call _ = calls.begin("test")) {
            synchronized (job) {
                MemoryRequest asked = requests.get(request);
                if (asked == null) {
                    throw new AssertionError("rank " + rank + " has no request " + request);
                }
                if (!asked.isComplete()) {
                    return false;
                }
                requests.remove(request);
                queues.remove(asked);
                tell(asked, status);
                return true;
            }
        } catch (LibraryException e) {
            end(request);
            throw e;
        }
    }

    /** Frees a request that has failed. From now on the library has nothing to do with its memory. */
    private void end(long request) {
        synchronized (job) {
            MemoryRequest failed = requests.remove(request);
            if (failed != null && !failed.isComplete()) {
                if (failed.sends) {
                    failed.copyOut();
                } else {
                    queues.remove(failed).cancel(failed);
                }
            }
        }
    }

    private static void tell(MemoryRequest request, LibraryStatus status) {
        ((MemoryStatus) status).fill(request.source(), request.matchedTag(), request.bytes(), request.isCancelled());
        if (request.isTruncated()) {
            throw new LibraryException(ErrorClass.ERR_TRUNCATE.code(), "the library has truncated a message");
        }
    }

    /** A send must not be cancelled: no library need be able to do that. */
    @Override
    public void cancel(long request) {
        try (MemoryCalls.Call _ = calls.begin("cancel")) {
            synchronized (job) {
                MemoryRequest cancelled = requests.get(request);
                if (cancelled.sends) {
                    calls.violation("cancels a send");
                } else if (queues.containsKey(cancelled)) {
                    queues.get(cancelled).cancel(cancelled);
                }
            }
        }
    }

    @Override
    public boolean probe(int source, int tag, long communicator, LibraryStatus status) {
        try (MemoryCalls.Call _ = calls.begin("probe")) {
            synchronized (job) {
                return find(source, tag, communicator, status) != null;
            }
        }
    }

    @Override
    public long match(int source, int tag, long communicator, LibraryStatus status) {
        return match("match", source, tag, communicator, status);
    }

    /** Looks for a packet. The call has a name of its own, because many other calls look for packets first. */
    long matchPacket(long communicator, LibraryStatus status) {
        return match("matchPacket", ANY, ANY, communicator, status);
    }

    private long match(String call, int source, int tag, long communicator, LibraryStatus status) {
        try (MemoryCalls.Call _ = calls.begin(call)) {
            synchronized (job) {
                MemoryQueue.Arrival found = find(source, tag, communicator, status);
                if (found == null) {
                    return NONE;
                }
                queue(communicator).remove(found);
                matched.put(++handles, found);
                return handles;
            }
        }
    }

    private MemoryQueue queue(long communicator) {
        Group group = group(communicator);
        return job.queue(group.name, group.rankOf(rank));
    }

    private MemoryQueue.Arrival find(int source, int tag, long communicator, LibraryStatus status) {
        MemoryQueue.Arrival found = queue(communicator).find(source, tag);
        if (found != null) {
            ((MemoryStatus) status).fill(found.source(), found.send().tag, found.send().size(), false);
        }
        return found;
    }

    // ------------------------------------------------------------------------------------------- datatypes

    @Override
    public long vector(long first, int blocks, long bytes, long stride, long extent) {
        long[] displacements = new long[blocks];
        long[] lengths = new long[blocks];
        Arrays.setAll(displacements, i -> first + i * stride);
        Arrays.fill(lengths, bytes);
        return made("vector", displacements, lengths, extent);
    }

    @Override
    public long indexed(long[] displacements, long[] bytes, long extent) {
        return made("indexed", displacements.clone(), bytes.clone(), extent);
    }

    private long made(String call, long[] displacements, long[] lengths, long extent) {
        try (MemoryCalls.Call _ = calls.beginWaiting(call)) {
            synchronized (job) {
                datatypes.put(++handles, new MemoryDatatype(displacements, lengths, extent));
                return handles;
            }
        }
    }

    @Override
    public void freeDatatype(long datatype) {
        try (MemoryCalls.Call _ = calls.beginWaiting("freeDatatype")) {
            synchronized (job) {
                datatype(datatype);
                datatypes.remove(datatype);
            }
        }
    }

    // ------------------------------------------------------------------------------------------- collectives

    @Override
    public byte[][] allgather(byte[] mine) {
        try (MemoryCalls.Call _ = calls.beginWaiting("allgather")) {
            return job.gather(rank, mine);
        }
    }

    @Override
    public LibraryCollectives collectives() {
        throw new UnsupportedOperationException("this library carries messages only");
    }

    @Override
    public LibraryWindows windows() {
        throw new UnsupportedOperationException("this library carries messages only");
    }

    // ------------------------------------------------------------------------------------------- the end

    @Override
    public void abort(int code) {
        throw new AssertionError("abort " + code);
    }

    @Override
    public void finish() {
        calls.beginWaiting("finish").close();
    }
}
