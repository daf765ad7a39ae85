package mpj.transport.mpi;

import mpj.transport.device.Platform;
import mpj.transport.spi.Job;
import mpj.transport.spi.LibraryProvider;
import mpj.transport.spi.MessageLibrary;
import mpj.transport.spi.Reach;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/** Provides {@code -Dmpj.transport=mpi}: a C library of MPI carries the whole job. */
public final class MpiProvider implements LibraryProvider {
    /** Called by {@link java.util.ServiceLoader}. */
    public MpiProvider() {
    }

    @Override
    public String name() {
        return MpiProperties.NAME;
    }

    @Override
    public Reach reach() {
        return Reach.NETWORK;
    }

    /** The lowest preference of all: this transport is never chosen, only asked for. */
    @Override
    public int preference() {
        return Integer.MIN_VALUE;
    }

    @Override
    public String describe() {
        Platform.require(MpiProperties.NAME);
        return LoadedLibrary.describe();
    }

    @Override
    public MessageLibrary load() {
        // Before the bindings are initialized, which elsewhere fails.
        Platform.require(MpiProperties.NAME);
        return LoadedLibrary.join();
    }

    @Override
    public String obstacle(Job job) {
        return "transport mpi carries a whole job; name it alone: -Dmpj.transport=mpi";
    }

    @Override
    public Transport open(Job job, String argument) {
        throw new TransportException(obstacle(job));
    }
}
