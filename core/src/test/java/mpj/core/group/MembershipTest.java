package mpj.core.group;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import mpj.engine.Context;
import org.junit.jupiter.api.Test;

/** The rank in the communicator of a rank of the job. */
class MembershipTest {
    private static final int JOB = 1_000_000;
    /** Four megabytes for each of them would not fit any heap. */
    private static final int MANY = 20_000;

    private static Membership of(int... members) {
        return new Membership(new Context(0), members, members, members[members.length - 1]);
    }

    private static int rank(Membership membership, int member) {
        return membership.ranks.of(member);
    }

    @Test
    void communicatorsOfAFewOfManyRanksTakeMemoryForThemselvesOnly() {
        List<Membership> memberships = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            memberships.add(of(7, JOB - 1));
        }
        assertEquals(1, rank(memberships.getLast(), JOB - 1));
    }

    /** Some of a job's ranks in some order, among them some that follow each other. */
    @Test
    void eachOfTheJobsRanksHasItsRankOrNone() {
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            int job = random.nextInt(1, 200);
            int stride = random.nextInt(1, 5);
            int from = random.nextInt(job);
            List<Integer> chosen = new ArrayList<>(IntStream.iterate(from, rank -> rank < job, rank -> rank + stride)
                .boxed().toList());
            if (random.nextInt(3) == 0) {
                Collections.shuffle(chosen, random);
            }
            int[] members = chosen.subList(0, random.nextInt(1, chosen.size() + 1)).stream()
                .mapToInt(rank -> rank).toArray();
            int[] ranks = new int[job];
            Arrays.fill(ranks, RankTable.NO_RANK);
            for (int i = 0; i < members.length; i++) {
                ranks[members[i]] = i;
            }
            Membership membership = of(members);
            assertEquals(members.length - 1, membership.rank, "seed " + seed);
            for (int member = 0; member < job; member++) {
                assertEquals(ranks[member], rank(membership, member), "rank " + member + ", seed " + seed);
            }
        }
    }

    @Test
    void distantRanksAreReported() {
        int[] members = {JOB - 1, 0, Integer.MAX_VALUE, 1 << 30, 5};
        Membership membership = of(members);
        for (int i = 0; i < members.length; i++) {
            assertEquals(i, rank(membership, members[i]));
        }
        assertEquals(RankTable.NO_RANK, rank(membership, 1));
        assertEquals(RankTable.NO_RANK, rank(of(JOB), 0));
        assertEquals(RankTable.NO_RANK, rank(of(JOB), Integer.MAX_VALUE));
        assertEquals(0, rank(of(JOB), JOB));
    }
}
