package mpj.core.comm;

import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import mpj.core.collective.GroupPair;
import mpj.core.error.ErrorHandling;
import mpj.core.group.Membership;
import mpj.core.process.Meeting;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.runtime.bootstrap.BootstrapException;
import mpj.runtime.bootstrap.SpawnRequest;

/**
 * Makes intercommunicators with processes of other jobs. All ranks of the communicator call these methods. Only the
 * arguments of the root matter. The roots of the two groups meet at a port, exchange the groups, and agree on a
 * context.
 */
public final class Joining {
    private static final int[] NOTHING = {};

    private final World world;
    private final Communicator parent;
    private final Membership membership;
    private final ErrorHandling errors;

    /** @param parent the communicator whose ranks call the methods */
    public Joining(Communicator parent) {
        parent.checkOpen();
        this.parent = parent;
        world = parent.world();
        membership = parent.membership();
        errors = parent.errors();
    }

    /** Connects a world to the processes that have spawned it, if any have. All ranks call this in Init. */
    public static void meetParent(World world) {
        world.bootstrap().parentPort().ifPresent(port -> world.parent(new Joining(world.all()).connect(port, 0)));
    }

    /** MPI_Comm_accept. */
    public Communicator accept(String port, int root) {
        return join(root, () -> world.ports().accept(port, context()));
    }

    /** MPI_Comm_connect. */
    public Communicator connect(String port, int root) {
        return join(root, () -> world.ports().connect(port, context()));
    }

    /** MPI_Comm_join. The communicator is that of this rank alone. */
    public Communicator join(Socket socket) {
        return join(0, () -> world.ports().join(socket, context()));
    }

    /**
     * MPI_Comm_spawn_multiple.
     *
     * @param request makes what is to be started, on the root only
     * @param codes gets, for each process that was asked for, 0 or the class of the error by which it could not be
     *     started; null if the program does not ask
     */
    public Communicator spawn(Supplier<List<SpawnRequest.Command>> request, int root, int[] codes) {
        int[][] ofRoot = {NOTHING};
        try {
            Communicator children = join(root, () -> {
                List<SpawnRequest.Command> commands = request.get();
                String port = world.ports().open();
                try {
                    return world.ports().accept(port, context(), () -> ofRoot[0] = start(commands, port));
                } finally {
                    world.ports().close(port);
                }
            });
            int[] all = parent.groupExchange().broadcast(ofRoot[0], root);
            if (codes != null) {
                System.arraycopy(all, 0, codes, 0, Math.min(all.length, codes.length));
            }
            return children;
        } catch (RuntimeException e) {
            if (codes != null) {
                Arrays.fill(codes, ErrorClass.ERR_SPAWN.code());
            }
            throw e;
        }
    }

    /** Returns the error codes of all processes that were asked for. */
    private int[] start(List<SpawnRequest.Command> commands, String port) {
        try {
            int[] started = world.bootstrap().spawn(new SpawnRequest(commands, port),
                world.ports().spawnWait(port));
            IntStream.Builder codes = IntStream.builder();
            for (int i = 0; i < started.length; i++) {
                for (int process = 0; process < commands.get(i).count(); process++) {
                    codes.add(process < started[i] ? 0 : ErrorClass.ERR_SPAWN.code());
                }
            }
            return codes.build().toArray();
        } catch (BootstrapException e) {
            throw new EngineException(ErrorClass.ERR_SPAWN, e.getMessage(), e);
        }
    }

    /** The root's wait for the other group is a part of a collective operation. */
    private int context() {
        return membership.context.collective();
    }

    private Communicator join(int root, Supplier<Meeting> meets) {
        if (parent.isInter()) {
            throw errors.raise(ErrorClass.ERR_COMM, "comm is an intercommunicator; pass an intracommunicator");
        }
        if (root < 0 || root >= membership.group.length) {
            throw errors.raise(ErrorClass.ERR_ROOT, "root is " + root + "; it must be 0 to "
                + (membership.group.length - 1));
        }
        return errors.result(() -> joined(root, meets));
    }

    private Communicator joined(int root, Supplier<Meeting> meets) {
        Meeting[] meeting = new Meeting[1];
        try {
            GroupPair pair = new GroupPair(parent.groupExchange(), root, "the root, rank " + root, values -> {
                if (meeting[0] != null) {
                    return meeting[0].swap(values);
                }
                int[] group = world.connected().told(membership.group, false);
                meeting[0] = meets.get();
                return meeting[0].swap(group);
            });
            int[] told = pair.swap(NOTHING);
            return parent.creation().between(world.connected().group(told), pair);
        } finally {
            if (meeting[0] != null) {
                meeting[0].close();
            }
        }
    }
}
