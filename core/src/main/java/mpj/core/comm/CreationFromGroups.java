package mpj.core.comm;

import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import mpj.core.collective.GroupExchange;
import mpj.core.collective.GroupPair;
import mpj.core.error.ErrorHandling;
import mpj.core.group.Membership;
import mpj.core.group.ProcessGroup;
import mpj.engine.Context;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.watch.CommunicatorWatch;

/**
 * Makes communicators from groups alone, without a communicator that exists. Only the members of the groups call these
 * methods. Creations that go on at the same time do not mix, because their messages have tags of their own ({@link
 * GroupTags}). Thread-safe.
 */
public final class CreationFromGroups {
    /** How many characters a string tag may have. MPI: MPI_MAX_STRINGTAG_LEN. */
    public static final int MOST_TAG = 256;

    private final World world;

    /** @param world whose processes make the communicators */
    public CreationFromGroups(World world) {
        this.world = world;
    }

    /**
     * MPI_Comm_create_from_group.
     *
     * @param handler the API's error handler of the new communicator
     * @param fatal whether an error ends the job
     * @return null if the group is empty
     */
    public Communicator ofGroup(ProcessGroup group, String stringTag, Info hints, Object handler, boolean fatal) {
        ErrorHandling errors = handling(handler, fatal);
        return errors.result(() -> watched("Comm_create_from_group", () -> {
            Info info = checked(hints);
            checkStringTag(stringTag);
            int[] members = membersOf(group, "group");
            if (members.length == 0) {
                return null;
            }
            int rank = rankIn(group, "group");
            return world.groupTags().during(stringTag, tag -> open(exchange(tag, members, rank, members)::maximum,
                members, members, members, false, errors, info), members);
        }));
    }

    /**
     * MPI_Intercomm_create_from_groups.
     *
     * @param handler the API's error handler of the new communicator
     * @param fatal whether an error ends the job
     * @return null if the local group is empty
     */
    public Communicator ofGroups(ProcessGroup localGroup, int localLeader, ProcessGroup remoteGroup, int remoteLeader,
                                 String stringTag, Info hints, Object handler, boolean fatal) {
        ErrorHandling errors = handling(handler, fatal);
        return errors.result(() -> watched("Intercomm_create_from_groups", () -> {
            Info info = checked(hints);
            checkStringTag(stringTag);
            int[] local = membersOf(localGroup, "localGroup");
            if (local.length == 0) {
                return null;
            }
            int[] remote = membersOf(remoteGroup, "remoteGroup");
            int rank = rankIn(localGroup, "localGroup");
            checkDisjoint(localGroup, remoteGroup);
            checkLeader("localLeader", localLeader, local);
            checkLeader("remoteLeader", remoteLeader, remote);
            int[] everyone = Creation.everyone(world.engine(), local, remote, true);
            return world.groupTags().during(stringTag, tag -> {
                GroupExchange exchange = exchange(tag, local, rank, everyone);
                int leader = remote[remoteLeader];
                GroupPair pair = new GroupPair(exchange, localLeader,
                    "the leader, rank " + localLeader + " of localGroup",
                    values -> exchange.exchange(values, leader, leader));
                return open(pair::maximum, everyone, local, remote, true, errors, info);
            }, local, remote);
        }));
    }

    // ------------------------------------------------------------------------------------------- arguments

    private ErrorHandling handling(Object handler, boolean fatal) {
        ErrorHandling errors = world.self().errors().ofAnother("communicator");
        errors.set(handler, fatal);
        return errors;
    }

    private static Info checked(Info hints) {
        if (hints == null) {
            throw new EngineException(ErrorClass.ERR_INFO, "info is null; pass MPI.INFO_NULL if there is none");
        }
        return hints.copy();
    }

    private static void checkStringTag(String stringTag) {
        if (stringTag == null || stringTag.length() > MOST_TAG) {
            throw new EngineException(ErrorClass.ERR_ARG, stringTag == null ? "stringTag is null; pass a string"
                : "stringTag has " + stringTag.length() + " characters; it may have at most MPI.MAX_STRINGTAG_LEN, "
                    + MOST_TAG);
        }
    }

    /** The members of a group. They belong to this job, because ranks of several jobs know them by other numbers. */
    private int[] membersOf(ProcessGroup group, String name) {
        int[] members = ProcessGroup.membersOf(group, name);
        if (!world.job().isOfThisJob(members)) {
            throw new EngineException(ErrorClass.ERR_GROUP, name + " has processes of another job; use"
                + " Intracomm.createGroup of a communicator that has these processes");
        }
        return members;
    }

    private static int rankIn(ProcessGroup group, String name) {
        int rank = group.rank();
        if (rank < 0) {
            throw new EngineException(ErrorClass.ERR_GROUP, "this process is not in " + name
                + "; only the members of the group make the communicator");
        }
        return rank;
    }

    private static void checkDisjoint(ProcessGroup local, ProcessGroup remote) {
        if (ProcessGroup.intersection(local, remote).size() > 0) {
            throw new EngineException(ErrorClass.ERR_GROUP, "a process is in localGroup and in remoteGroup; the groups"
                + " must have no member in common");
        }
    }

    private static void checkLeader(String name, int leader, int[] group) {
        if (leader < 0 || leader >= group.length) {
            throw new EngineException(ErrorClass.ERR_RANK, name + " is " + leader + "; "
                + (group.length == 0 ? "its group has no ranks" : "it must be 0 to " + (group.length - 1)));
        }
    }

    // ------------------------------------------------------------------------------------------- the agreement

    private GroupExchange exchange(int tag, int[] members, int rank, int[] everyone) {
        return GroupExchange.ofGroups(world.engine(), world.groupTags().context().collective(), tag, members, rank,
            everyone);
    }

    private Communicator open(LongUnaryOperator maximum, int[] everyone, int[] group, int[] members, boolean inter,
                              ErrorHandling errors, Info info) {
        Engine engine = world.engine();
        checkNoneLost(engine, everyone);
        Context agreed = Creation.agree(world, maximum);
        engine.open(agreed, everyone);
        return new Communicator(world, new Communicator.Parts(new Membership(agreed, group, members, engine.rank()),
            inter, null, errors, world.attributes(), info, null));
    }

    /** The agreement would fail as well, but would not name the remedy. */
    private static void checkNoneLost(Engine engine, int[] ranks) {
        for (int lost : engine.survival().lost(ranks)) {
            throw new EngineException(ErrorClass.ERR_PROC_FAILED, "rank " + lost + " of the job is lost; pass a group"
                + " without it");
        }
    }

    private Communicator watched(String call, Supplier<Communicator> creation) {
        return world.watch() == null ? creation.get()
            : new CommunicatorWatch(world.watch(), () -> "", -1).during(call, creation);
    }
}
